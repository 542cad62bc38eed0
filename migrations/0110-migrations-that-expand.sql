-- Why: a program refused any database that was newer than itself, so that during an upgrade of
-- several instances one that restarted could not come back. A migration that only adds marks its
-- row, and the program before it goes on serving.

alter table schema_migration add column expands boolean not null default false;
