"""Run by Alembic for each upgrade: on the connection it is given, inside the transaction that is already open."""

from alembic import context

from bot.store.tables import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
context.run_migrations()
