"""Ratings: from the results of games to standings with honest error bars."""
