"""Settings: a table of a file read with bounds, and settings of a rulebook with their rule's id.

In: tables of TOML. Out: checked values, or one sentence that says what is wrong. Begin with
`settings_table` and `ruled`. Adding one: a kind of value is a method of `SettingsTable`.
"""
