"""Training the detector: the only room that knows torch and ultralytics."""
