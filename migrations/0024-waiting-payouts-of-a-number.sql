-- Why: with each payout that is taken on, what else waits for the same number is looked for, and
-- among 100,000 that wait it must be found at once.

create index payout_waiting_of_number on payout (mobile_number, id) where state = 'waiting';
