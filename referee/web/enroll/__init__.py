"""The page of an enrolment: who was found in the line-up, and what is doubtful."""
