-- Why: a member could pay in only by typing the paybill and an account number. They now ask for a
-- prompt on a phone, which names the account by a reference of its own. M-Pesa's confirmation of
-- that reference credits the account that the member chose.

alter table pay_in_setting
  -- The smallest and largest payment, and the most of one number in a day.
  add column least_cents bigint not null default 100
    check (least_cents > 0 and least_cents % 100 = 0),
  add column most_cents bigint not null default 25000000 check (most_cents % 100 = 0),
  add column day_cents bigint not null default 50000000 check (day_cents % 100 = 0),
  add constraint pay_in_setting_order check (least_cents <= most_cents and most_cents <= day_cents);

-- `prompt`: the prompt was credited by its callback, and a confirmation names another receipt.
alter table pay_in drop constraint pay_in_cause_check;
alter table pay_in add constraint pay_in_cause_check check (cause in ('', 'unknown', 'ambiguous',
  'left', 'which-loan', 'no-account', 'loan-state', 'moved', 'prompt'));

create table pay_in_prompt (
  id bigint generated always as identity primary key,
  -- The account number of the payment, which no other prompt has.
  reference text not null unique check (reference ~ '^[A-Z0-9][A-Z0-9-]{4,11}$'),
  member_id bigint not null references member,
  destination text not null
    check (destination in ('deposits', 'share-capital', 'withdrawable', 'loan')),
  -- The number of a withdrawable account.
  account_no text not null default '',
  loan_id bigint references loan,
  amount_cents bigint not null check (amount_cents > 0 and amount_cents % 100 = 0),
  mobile_number text not null check (mobile_number ~ '^\+254[17][0-9]{8}$' or mobile_number = ''),
  asked_at timestamptz not null default akiba_now(),
  state text not null default 'asked'
    check (state in ('asked', 'sending', 'sent', 'paid', 'failed', 'unknown')),
  -- Why it failed or is unknown.
  problem text not null default '',
  changed_at timestamptz not null default akiba_now(),
  -- When the worker acts on it again; null for never.
  due_at timestamptz default akiba_now(),
  tries smallint not null default 0,
  -- Daraja's name of the prompt, by which its state is queried.
  checkout_id text unique check (checkout_id <> ''),
  sent_at timestamptz,
  -- When the query said that it is paid.
  proven_at timestamptz,
  -- The content of a callback, which nobody signed: it credits nothing before the query agrees.
  told_receipt text not null default '' check (told_receipt ~ '^[A-Z0-9]{0,30}$'),
  told_cents bigint,
  told_paid_at timestamptz,
  pay_in_id bigint unique references pay_in,
  credited_by text not null default '' check (credited_by in ('', 'confirmation', 'callback')),
  -- Messages of M-Pesa about it disagree on the amount or the receipt.
  differs boolean not null default false,
  constraint pay_in_prompt_loan check ((destination = 'loan') = (loan_id is not null)),
  constraint pay_in_prompt_account check ((destination = 'withdrawable') = (account_no <> '')),
  constraint pay_in_prompt_paid check (state = 'paid' or pay_in_id is null),
  constraint pay_in_prompt_credited check ((credited_by = '') = (pay_in_id is null)),
  constraint pay_in_prompt_problem check (problem = '' or state in ('failed', 'unknown'))
);
create index pay_in_prompt_due on pay_in_prompt (due_at) where due_at is not null;
create index pay_in_prompt_of_member on pay_in_prompt (member_id, id);
create index pay_in_prompt_of_number on pay_in_prompt (mobile_number, asked_at);
-- A phone shows one prompt at a time.
create unique index pay_in_prompt_open on pay_in_prompt (mobile_number)
  where state in ('asked', 'sending', 'sent') and mobile_number <> '';

create function pay_in_prompt_keeps_its_life() returns trigger language plpgsql as $$
begin
  if new.state <> old.state and (old.state, new.state) not in (
      ('asked', 'sending'), ('asked', 'failed'), ('sending', 'sent'), ('sending', 'failed'),
      ('sending', 'unknown'), ('sent', 'failed'), ('sent', 'unknown'), ('unknown', 'failed'),
      -- A confirmation may come before all else, or after the prompt was given up.
      ('asked', 'paid'), ('sending', 'paid'), ('sent', 'paid'), ('unknown', 'paid'),
      ('failed', 'paid')) then
    raise exception 'prompt % cannot go from % to %', old.reference, old.state, new.state
      using errcode = 'check_violation', constraint = 'pay_in_prompt_life';
  end if;
  if old.pay_in_id is not null and new.pay_in_id is distinct from old.pay_in_id then
    raise exception 'prompt % keeps its payment', old.reference
      using errcode = 'check_violation', constraint = 'pay_in_prompt_life';
  end if;
  if old.checkout_id is not null and new.checkout_id is distinct from old.checkout_id then
    raise exception 'prompt % keeps its name', old.reference
      using errcode = 'check_violation', constraint = 'pay_in_prompt_life';
  end if;
  return new;
end
$$;
create trigger pay_in_prompt_life before update on pay_in_prompt
  for each row execute function pay_in_prompt_keeps_its_life();

-- The member's choices never change; a number is erased when its time is over.
grant select, insert on pay_in_prompt to akiba_app;
grant update (state, problem, changed_at, due_at, tries, checkout_id, sent_at, proven_at,
  told_receipt, told_cents, told_paid_at, pay_in_id, credited_by, differs, mobile_number)
  on pay_in_prompt to akiba_app;
