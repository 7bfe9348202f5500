def explain(*a): pass
