-- Why: what was left of a dividend went into the refund of a member who leaves, and no tax was
-- withheld. It is now a part of its dividend, with its tax, that is posted with the refund.

alter table dividend_leg drop constraint dividend_leg_mode_check;
alter table dividend_leg add constraint dividend_leg_mode_check check (
  mode in ('share-capital', 'mobile', 'loan', 'hospital-bill', 'deposits', 'cash', 'exit'));
-- Such a part never waits: it is posted as it is written.
alter table dividend_leg add constraint dividend_leg_exit_is_posted
  check (mode <> 'exit' or posted_at is not null);
