"""The switch without hardware: its firmware on a simulated chip, in lockstep or in real time."""
