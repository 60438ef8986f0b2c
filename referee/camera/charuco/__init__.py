"""The lens from a printed sheet: the sheet, its corners in pictures, the fit, and lens files.

In: pictures of the sheet. Out: a `Lens` with its covariance, as a `*.lens.json` file. Begin with
`lens_sheet` (what is printed), `view_collector` (which views are still missing) and `lens_solver`.
Adding one: a paper is a row of `LENS_SHEETS`, with markers that no other sheet has.
"""
