"""What apps share at the terminal: errors as sentences, progress, JSON, cameras, pages.

In come values of an app; out go lines for a person. Begin with `error_sentences`. Adding one: a
helper that two apps need, one module each.
"""
