"""The rules as tables, what may follow what, and cases run against the rules.

In comes the name of a rulebook, a rule or a case; out go tables and JSON. Begin with `rule_tables`.
Adding one: a column is a field of `rulebooks.catalogue.Rule`, printed there.
"""
