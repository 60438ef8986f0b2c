"""One zip with plans, teams, calibrations and games, and the way back from it.

In comes the folder of the games; out goes a zip (`backup_file`), or from a zip what it holds, each
plan and each game whole or not at all (`restored_backup`). Begin with `backup_file`.

* `backup_names`: what may stand in a backup, by its name; everything else is refused.
* `backup_file`: writes the zip. `restored_backup`: reads one that may come from anybody.

Adding a kind of file: its ending in `backup_names`.
"""
