"""Enrolment: from pictures of a line-up to teams, players, bases and colours."""
