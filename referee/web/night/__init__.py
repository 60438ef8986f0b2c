"""The page of a game night, and what is added to it: sound, score sheet, spoken words.

In comes the night's interface (`referee.night.interface`); out go its moments 15 times a second
and pictures as fast as a page takes them. Begin in `night_app`.

Adding one: a value on the page is a key in `snapshot_json` (changes all the time) or `night_json`
(is told once), and its use in `static/play`; a command is a form in `forms`.
"""
