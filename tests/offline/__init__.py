"""Programs under watch: what looks up a name or reaches beyond this computer is written down."""
