"""The guard: a process that owns the port and opens the relay when the program is silent.

In come orders, a line of JSON each, on stdin; out go reports and events on stdout, and a log. Begin
with `core`, the rules without port and clock; `process` puts threads, pipes and the port around it.

Adding one: an order is a message with its rule in `core`; `process` passes it on.
"""
