"""The log for a report of a fault, kept by a browser: one zip, made when it is asked for.

In comes the name of a game, or none; out goes a zip as text of JSON. Begin with `report_page`; what
is in the zip is made in `referee.apps.doctor.fault_report`.

Adding one: another page offers it by `add_report` and the button of `static/report.js`.
"""
