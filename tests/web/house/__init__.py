"""The page of house rules, asked as a browser asks it."""
