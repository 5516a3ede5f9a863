"""What all games stand on: questions, options, matches, data loading."""
