-- Why: the workers that send messages, payments, prompts and reversals stood in no list, so one
-- that failed or had stopped was seen only by what waited for it. Each has a row of its own now.
-- Expands: an older program does not know the new rows and leaves them as they are.

-- Not overdue before their first round: most run only where a provider is set.
insert into job (name, known_since)
  values ('outbox', 'infinity'), ('payouts', 'infinity'), ('payout-questions', 'infinity'),
    ('prompts', 'infinity'), ('pay-in-reversals', 'infinity');

-- A job that is no longer set up is forgotten, and is not overdue for ever.
grant update (known_since) on job to akiba_app;
