-- Why: who has an old AKIBA_SECRET could sign documents for ever, as every earlier key stayed
-- trusted. The operator withdraws a key, alone and for good: nobody can give trust by it.
-- Expands: an older program goes on trusting every key.

create table withdrawn_document_key (
  public_key text primary key references document_key,
  withdrawn_at timestamptz not null default akiba_now(),
  reason text not null check (length(btrim(reason)) between 10 and 500)
);
grant select, insert on withdrawn_document_key to akiba_app;
