"""The work beside the requests: views are brought up to date, errands are said, time is kept, copies are made."""
