"""The pages about oneself and one's devices; thin doors to the services."""
