"""The simulated board in real time: a camera that sees it and a switch it obeys."""
