"""Who usually stands where: what line-ups that were played say of a new one, in probabilities.

Comes in: line-ups with names, as places of one team that plays to the right; positions of a team
file. Goes out: for each player and each place of a new line-up, how probable it is that this player
stands there. Begin with `line_up_habits`; `job_places` says what two places have in common,
`name_shares` makes probabilities of log-likelihoods, `kept_line_ups` is the file beside the teams.
Adding one: another way in which a line-up resembles an old one is a story in `line_up_habits`.
"""
