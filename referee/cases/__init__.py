"""Cases: plays written down by hand, with the calls they have to give."""
