"""Line up."""
