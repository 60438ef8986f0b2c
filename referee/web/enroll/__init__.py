"""The page of an enrolment: who was found in the line-up, and what is doubtful.

In come an `Enrolment` and the corrections of a person; out goes the teams file they make. Begin
with `enrolment_page`.

Adding one: a correction is a form with bounds and a route there, and a control in
`static/enrolment.js`.
"""
