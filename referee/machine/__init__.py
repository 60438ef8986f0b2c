"""What the program asks of the computer it runs on."""
