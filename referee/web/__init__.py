"""The pages: what a coach sees and presses, served to this machine and, if asked, to the house.

In come requests of browsers; out go plain values (JSON), pictures and files of `static`. A page
holds no rules: it shows values of other rooms and hands commands to them. Begin in
`server.page_app`, which every page is built from, then in the page's own room: `night`, `review`,
`setup`, `enroll`, `calibrate`.

Adding a page: put its HTML, CSS and JavaScript into `static`; build it with
``server.page_app.plain_page`` or, beside a night, add its routes to the night's application; give
every form bounds (`StrictForm`), check the token of every press that changes anything, answer
with plain values, and show it by ``apps.terminal.shown_page``. Tests drive it in a real browser.
"""
