"""The chat platforms. Each only translates between its events and messages and the app's RequestHandler."""
