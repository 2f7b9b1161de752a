"""How a bot is reached: in the engine's own process or in one of its own."""
