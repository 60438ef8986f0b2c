"""Commands for those who build the referee: cases, benches, data sets, training.

In come words of a person; out goes one call into `referee.apps` or `referee.lab`. Begin with
`case`. Adding one: see `referee.cli`.
"""
