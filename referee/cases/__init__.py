"""Cases: plays written down by hand, with the calls that they have to give.

In comes the table of a YAML file, out come a `Case`, what the official made of it (`case_result`),
and what differs from what the case wants (`comparison`). Begin with `case_reader`.

Adding one: a case is an entry in a file in tests/cases, no code (docs/cases.md has the words). A
new word of the script is a line in the table of `script_reader`.
"""
