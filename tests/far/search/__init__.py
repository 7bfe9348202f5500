"""Search of everything one lying seat can do against an honest device (rules of `engine/far`)."""
