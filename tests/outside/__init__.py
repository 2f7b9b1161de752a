"""The outside referee: replays records with the rules alone and shares no line with the engine."""
