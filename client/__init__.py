"""What a person meets: commands, screens, bots."""
