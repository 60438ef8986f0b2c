"""The review page: flagged calls, their clips with geometry, rulings and what they change.

In come a `Review` of `referee.review` and requests of the page; out go the list of flags, clips,
previews and rulings as JSON. Begin with `review_page` (the routes), then `review_json` (the
values).

Adding one: a value is a key in `review_json` and its use in `static/review.js`; what a reviewer may
decide is a row in `referee.review.rulings`.
"""
