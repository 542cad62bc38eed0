-- Why: nobody could say how long a secret has been in use, so credentials of providers and the
-- passphrase of backups stayed for years. Each start records a digest of what it was given.
-- Expands: an older program neither reads nor writes the table.

create table secret_seen (
  name text not null check (name ~ '^[a-zA-Z0-9_ ]{1,60}$'),
  -- An HMAC keyed with the pepper, which is not in the database: a copy cannot guess from it.
  digest bytea not null check (octet_length(digest) = 16),
  first_seen_at timestamptz not null default akiba_now(),
  primary key (name, digest)
);
grant select, insert on secret_seen to akiba_app;
