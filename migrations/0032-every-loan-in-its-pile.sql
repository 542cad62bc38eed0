-- Why: loans that the society carried over run and are settled beside those applied for here. The
-- office looks for both in the same piles, so the piles' indexes hold every loan.

drop index loan_queue;
create index loan_queue on loan (state, id);

drop index loan_queue_by_amount;
create index loan_queue_by_amount on loan (state, principal_cents desc, id);
