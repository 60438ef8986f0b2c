"""What things look like: meshes, the printed board and the looks that choose between them."""
