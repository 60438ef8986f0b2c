"""The steps of a set-up on its page: live picture, calibrating, enrolling, trying the switch.

In come a camera, a calibration and a switch as the form names them; out go a small picture with
aids, files among the games, and what the switch said. Begin in `step_routes`; `live_camera` holds
the camera, `setup_jobs` runs one piece of work at a time. Nothing of it works while a night runs.

Adding one: a module with the work of the step, which returns a `JobOutcome`, a route in
`step_routes`, and a row in `static/setup_steps.js`.
"""
