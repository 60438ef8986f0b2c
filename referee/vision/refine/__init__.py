"""From about where a base is to where its outline lies, with an error bar.

Comes in: a frame and `PoseGuess`es (outline and rough pose). Goes out: a `Refinement`: measured
poses with covariances, and the gaps of near pairs. Begin with `refiner.Refiner`; `fit_passes` reads
and fits, `fit_trust` says how far to trust a fit, `near_pairs` holds bases apart. Adding one:
another figure by which a fit is judged goes into `fit_evidence`; then train the trust again.
"""
