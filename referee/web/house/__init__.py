"""The page of house rules: a book's numbers changed, kept as a house's file, and compared.

In come a book's name or file and what was typed; out go its settings in groups, one sentence for
each value that does not fit, and the file as the command line reads it. Begin with `house_page`.

Adding one: a setting comes by itself (`rulebooks.house_settings`); a kind of value is a row in
`house_json.kind_of` and its control in `static/house.js`.
"""
