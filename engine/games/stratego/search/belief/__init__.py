"""What hidden pieces may be, what others take one's own for, and what types are worth."""
