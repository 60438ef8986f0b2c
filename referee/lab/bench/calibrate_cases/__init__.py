"""What `referee bench calibrate` measures besides usual views."""
