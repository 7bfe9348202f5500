"""What has happened, as people receive it: from what a game tells, and from that alone."""
