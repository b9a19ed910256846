"""How dates are written in admin where Django does not say it for an offered language; it holds no code."""
