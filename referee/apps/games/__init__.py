"""Games that were kept: listed, checked, exported, judged again, and their flags reviewed."""
