"""Look again."""
