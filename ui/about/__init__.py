"""Credits, licences, version, privacy: a page that is fetched when somebody opens it."""
