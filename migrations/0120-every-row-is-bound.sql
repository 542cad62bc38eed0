-- Why: a code vouched for the closing balance only, so a changed row between true totals was not
-- found. Each document is now kept as it was printed, sealed with a key that only the paper has.
-- Its file is signed; the public keys stay, so that files of an earlier key can be checked.
-- Expands: an older program issues documents without a sealed record, as before.

alter table issued_statement add column sealed_record bytea;

create table document_key (
  public_key text primary key check (public_key ~ '^[A-Za-z0-9_-]{87}$'),
  first_used_at timestamptz not null default akiba_now()
);
grant select, insert on document_key to akiba_app;
