"""What training sets and benches share to make pictures and to measure them.

In: fields, rosters, random generators, pictures. Out: crowds of bases, held lens sheets, measured
edges. Begin with `crowds`. Adding a kind of crowd: a function there that returns a `BoardState`.
"""
