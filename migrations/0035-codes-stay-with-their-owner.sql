-- Why: thirty wrong guesses over three days, sent by anybody, closed a member's codes for good, and
-- a stranger who asked for a code voided the one its owner had just received. Wrong guesses are now
-- forgotten week by week. What strangers ask is counted apart from what the signed-in member asks.
-- A confirmation may also wait in the outbox, so that a later one can replace it.

-- Codes to sign up or to reset a password are asked for by anybody; all others by their signed-in
-- owner. The purpose alone decides which.
alter table otp
  add column asked_by text not null generated always as
    (case when purpose in ('sign-up', 'reset') then 'anyone' else 'signed-in' end) stored,
  add column is_newest boolean not null default true;

-- At most two codes that anybody asked for are open: the newest and the one before it.
drop index otp_open;
create unique index otp_open on otp (member_no, asked_by, is_newest)
  where used_at is null and replaced_at is null;
alter table otp add constraint otp_owner_has_one check (asked_by = 'anyone' or is_newest);

alter table otp_standing
  add column asked_by text not null default 'anyone' check (asked_by in ('anyone', 'signed-in')),
  -- The failures in a row are forgotten week by week from here on.
  add column decays_from timestamptz not null default akiba_now(),
  -- When the counts of the day or the failures in a row last closed the codes, and until when.
  add column closed_at timestamptz,
  add column closed_until timestamptz check (closed_until > closed_at),
  drop constraint otp_standing_pkey,
  add primary key (member_no, asked_by);

-- Returns how many of the failures in a row are left once each whole week has taken its share.
create function otp_failures_left(failures integer, decays_from timestamptz, per_week integer)
returns integer language sql stable as $$
  select greatest(0,
    failures - per_week * floor(extract(epoch from akiba_now() - decays_from) / 604800)::integer)
$$;

-- Returns where the next week starts from: now where no failure is left.
create function otp_decays_from(failures integer, decays_from timestamptz, per_week integer)
returns timestamptz language sql stable as $$
  select case when otp_failures_left(failures, decays_from, per_week) = 0 then akiba_now()
    else decays_from + interval '7 days'
      * floor(extract(epoch from akiba_now() - decays_from) / 604800) end
$$;

-- Returns when failures in a row that reach the bound have decayed below it; null where they are
-- below it already.
create function otp_closed_until(
  failures integer, decays_from timestamptz, per_week integer, bound integer)
returns timestamptz language sql stable as $$
  select case when otp_failures_left(failures, decays_from, per_week) >= bound
    then decays_from + interval '7 days' * ceil((failures - bound + 1)::numeric / per_week) end
$$;

-- Counts from before this version decay from the day of their last failure.
update otp_standing set decays_from = day::timestamp at time zone 'Africa/Nairobi';
update otp_standing set closed_at = decays_from,
    closed_until = otp_closed_until(consecutive_failures, decays_from, 10, 30)
  where otp_closed_until(consecutive_failures, decays_from, 10, 30) is not null;

-- A message with a key waits for its time and is replaced by the next one with the same key, unless
-- it is being sent already.
alter table outbox_message add column replaced_by_key text not null default '';
create unique index outbox_message_by_key on outbox_message (replaced_by_key)
  where state = 'waiting' and attempts = 0 and replaced_by_key <> '';

-- A message that leaves to nobody takes every step of a real one, and counts as none.
alter table sms_spend
  drop constraint sms_spend_messages_check,
  drop constraint sms_spend_parts_check,
  add check (messages >= 0),
  add check (parts >= 0);

-- Twenty wrong guesses, from anybody, voided an invitation. A code of 60 bits bears a million.
alter table staff_invitation alter column tries type integer;
