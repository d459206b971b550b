"""The board in a browser: a local web application, and the same page on the site with Python in the browser.

`Board` is a game with its variations and players, and `answer` obeys the requests of a page; neither knows a server.
`taflkit.web.serving` serves boards, and needs the extra `web`: `pip install taflkit[web]`.
"""

from taflkit.web.board import Board
from taflkit.web.jobs import Job
from taflkit.web.requests import answer

__all__ = ["Board", "Job", "answer"]
