"""One screen of the page at a time: home, table, rulebook, …"""
