"""Game night: eyes, official, switch, record and coach joined in one loop. Knows no simulator."""
