"""The printed board as a picture: turf, lines, numerals, words, logos, wear.

In: a field and its look. Out: an sRGB picture and where it lies on the board. Begin with
`board_print`. Adding a logo: a function of `logos`.
"""
