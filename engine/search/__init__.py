"""Layer 2: who plays when no person does. Works on observations, never on the truth."""
