"""The set-up page: a night is chosen, checked and saved as a plan.

Begin in `setup_page`; `form_check` has the checks. Adding a field: `setup_form` and its key there.

In come what is typed and what this machine has; out go sentences about wrong fields, and a plan.
"""
