"""A test-only domain by other hands: its own scenes, figures, boards, light, lens and webcam."""
