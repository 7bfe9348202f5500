"""stub"""
def path(s,a): return tuple(str(x) for x in a)
def action_mark(a): return "move"
def reach_marks(s,t): return ()
