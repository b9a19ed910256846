"""The words of the rules and cards pages: one TOML file for each language, with the same ids in all."""
