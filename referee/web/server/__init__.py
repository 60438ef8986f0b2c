"""What all pages share: ports, the guard at the door, pairing, files, pictures.

Begin in `page_app`; `page_guard` says which requests are turned away, `pairing` who may press.
"""
