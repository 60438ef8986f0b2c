"""What all pages share: ports, the guard at the door, pairing, files, pictures.

Begin in `page_app`; `page_guard` says which requests are turned away, `pairing` who may press.

In come requests; out go answers of the page behind it, or refusals. Adding one: what every page
needs is a route of `page_app`; a reason to turn a request away is a check in `page_guard`.
"""
