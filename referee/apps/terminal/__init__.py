"""What apps share at the terminal: errors as sentences, progress, JSON, cameras, pages."""
