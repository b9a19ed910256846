"""The pictures of the cards, composed from parts; drawing imports neither Django nor anything of a match."""
