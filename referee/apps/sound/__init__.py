"""The voice of the referee, tried out: `referee voice`."""
