"""The board in the power lead: chosen, pulsed, watched, tested, and its firmware flashed."""
