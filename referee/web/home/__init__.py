"""The page that `referee` alone opens: games that were kept, a new one, the set-up.

In come presses; out go the list of games and what runs now. Begin in `home_page`; what it starts is
behind `HomeReach`.

Adding one: something to start is a row of `StartKind` and a button of `static/home.js`.
"""
