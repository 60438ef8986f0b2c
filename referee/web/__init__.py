"""The pages: what a coach sees and presses, served to this machine only."""
