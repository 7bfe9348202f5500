"""stub"""
def build(s,v,l): return None
