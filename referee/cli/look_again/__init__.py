"""Commands for what was recorded: pictures, videos, tracks, games, flags, and the rules."""
