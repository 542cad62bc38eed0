-- Why: nobody could record the society's own movements of money on a screen. One person enters one
-- with its voucher, another approves it, and only then is it posted; a reversal takes two as well.

create table treasury_movement (
  -- Numbered without gaps, in the order in which they were entered.
  id bigint primary key check (id > 0),
  -- The kind of entry that it is posted as.
  kind text not null check (kind <> ''),
  amount_cents bigint not null check (amount_cents > 0),
  value_date date not null,
  reference text not null default '' check (reference ~ '^([A-Z0-9][A-Z0-9/-]{2,29})?$'),
  -- The series in which a reference counts once; empty where it is only information.
  counted_as text not null
    check (counted_as in ('', 'bank', 'mpesa', 'voucher', 'bank-charge', 'mpesa-charge')),
  description text not null check (length(description) between 1 and 200),
  -- Somebody confirmed that more arrived than was due.
  over_confirmed boolean not null default false,
  approval_id bigint not null unique references approval,
  entered_by text not null check (entered_by <> ''),
  entered_at timestamptz not null default akiba_now(),
  state text not null default 'entered' check (state in ('entered', 'posted', 'reversed')),
  approved_by text,
  approved_at timestamptz,
  entry_id bigint unique references journal_entry,
  reversal_because text,
  reversal_asked_by text,
  reversed_by text,
  reversed_at timestamptz,
  reversal_id bigint unique references journal_entry,
  constraint treasury_posted check ((state = 'entered') = (entry_id is null)
    and (entry_id is null) = (approved_by is null) and (entry_id is null) = (approved_at is null)),
  constraint treasury_reversed check ((state = 'reversed') = (reversal_id is not null)
    and (reversal_id is null) = (reversed_by is null)
    and (reversal_id is null) = (reversed_at is null)
    and (reversal_id is null) = (reversal_asked_by is null)
    and (reversal_id is null) = (reversal_because is null)),
  constraint treasury_two_people check (entered_by <> approved_by),
  constraint treasury_reversal_two_people check (reversal_asked_by <> reversed_by)
);
create index treasury_movement_order on treasury_movement (state, id);
create unique index treasury_reference_once on treasury_movement (counted_as, reference)
  where state = 'posted' and reference <> '' and counted_as <> '';

create table treasury_attachment (
  id bigint generated always as identity primary key,
  -- Null until a movement is entered with it.
  movement_id bigint references treasury_movement,
  name text not null check (length(name) between 1 and 120),
  media_type text not null check (media_type in ('application/pdf', 'image/png', 'image/jpeg')),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  content bytea not null check (octet_length(content) between 1 and 5242880),
  uploaded_by text not null check (uploaded_by <> ''),
  uploaded_at timestamptz not null default akiba_now()
);
create index treasury_attachment_of_movement on treasury_attachment (movement_id);
create index treasury_attachment_unused on treasury_attachment (uploaded_at)
  where movement_id is null;

grant select, insert on treasury_movement, treasury_attachment to akiba_app;
grant update (state, approved_by, approved_at, entry_id, reversal_because, reversal_asked_by,
  reversed_by, reversed_at, reversal_id) on treasury_movement to akiba_app;
grant update (movement_id) on treasury_attachment to akiba_app;
grant delete on treasury_attachment to akiba_app;

create trigger treasury_movement_stays before delete or truncate on treasury_movement
  execute function forbid_change();

-- A movement is entered with its request, by the person who made the request.
create function treasury_entered_with_request() returns trigger language plpgsql as $$
begin
  if new.state <> 'entered' or not exists (select from approval a
      where a.id = new.approval_id and a.kind = 'treasury-movement' and a.state = 'waiting'
        and a.subject = 'treasury:' || new.id and a.requested_by = new.entered_by) then
    raise exception 'movement % has no request of its own', new.id
      using errcode = 'check_violation', constraint = 'treasury_request';
  end if;
  return new;
end
$$;
create trigger treasury_movement_entered before insert on treasury_movement
  for each row execute function treasury_entered_with_request();

-- The entered values never change. A movement is posted and reversed, each by an approval of two
-- people.
create function treasury_keeps_its_life() returns trigger language plpgsql as $$
begin
  if (new.id, new.kind, new.amount_cents, new.value_date, new.reference, new.counted_as,
      new.description, new.over_confirmed, new.approval_id, new.entered_by, new.entered_at)
    is distinct from (old.id, old.kind, old.amount_cents, old.value_date, old.reference,
      old.counted_as, old.description, old.over_confirmed, old.approval_id, old.entered_by,
      old.entered_at)
    or (old.state, new.state) not in (('entered', 'posted'), ('posted', 'reversed'))
    or old.state = 'posted' and (new.approved_by, new.approved_at, new.entry_id)
      is distinct from (old.approved_by, old.approved_at, old.entry_id) then
    raise exception 'movement % cannot be changed so', old.id
      using errcode = 'check_violation', constraint = 'treasury_life';
  end if;
  if new.state = 'posted' and not exists (select from approval a where a.id = new.approval_id
      and a.state = 'approved' and a.decided_by = new.approved_by) then
    raise exception 'movement % was not approved', new.id
      using errcode = 'check_violation', constraint = 'treasury_request';
  end if;
  if new.state = 'reversed' and not exists (select from approval a
        where a.kind = 'treasury-reversal' and a.subject = 'treasury:' || new.id
          and a.state = 'approved' and a.requested_by = new.reversal_asked_by
          and a.decided_by = new.reversed_by)
      or new.state = 'reversed' and not exists (select from journal_entry e
        where e.id = new.reversal_id and e.reverses = new.entry_id) then
    raise exception 'the reversal of movement % was not approved', new.id
      using errcode = 'check_violation', constraint = 'treasury_request';
  end if;
  return new;
end
$$;
create trigger treasury_movement_life before update on treasury_movement
  for each row execute function treasury_keeps_its_life();

create trigger treasury_movement_people before insert or update on treasury_movement
  for each row when (new.entered_by is not null and new.approved_by is not null)
  execute function akiba_two_people('entered_by', 'approved_by', 'treasury_two_people');
create trigger treasury_movement_reversal_people before insert or update on treasury_movement
  for each row when (new.reversal_asked_by is not null and new.reversed_by is not null)
  execute function akiba_two_people('reversal_asked_by', 'reversed_by',
    'treasury_reversal_two_people');

-- A receipt of M-Pesa that a payment in, a payout or a repayment has used is no other movement.
create function treasury_receipt_is_free() returns trigger language plpgsql as $$
begin
  perform akiba_lock_receipt(new.reference);
  if exists (select from pay_in where receipt_no = new.reference)
      or exists (select from payout_receipt where receipt_no = new.reference)
      or exists (select from loan_step where step = 'repaid' and receipt_no = new.reference) then
    raise exception 'receipt % is in the books already', new.reference
      using errcode = 'check_violation', constraint = 'treasury_reference_once';
  end if;
  return new;
end
$$;
create trigger treasury_movement_receipt before update of state on treasury_movement
  for each row when (new.state = 'posted' and new.counted_as = 'mpesa')
  execute function treasury_receipt_is_free();

-- A file belongs to the movement that its uploader entered it with, and then stays.
create function treasury_attachment_stays() returns trigger language plpgsql as $$
begin
  if old.movement_id is not null then
    raise exception 'attachment % belongs to a movement', old.id
      using errcode = 'check_violation', constraint = 'treasury_attachment_stays';
  end if;
  if tg_op = 'DELETE' then return old; end if;
  if (new.id, new.name, new.media_type, new.sha256, new.content, new.uploaded_by, new.uploaded_at)
      is distinct from (old.id, old.name, old.media_type, old.sha256, old.content,
        old.uploaded_by, old.uploaded_at)
    or not exists (select from treasury_movement m where m.id = new.movement_id
      and m.state = 'entered' and m.entered_by = new.uploaded_by) then
    raise exception 'attachment % is not for movement %', old.id, new.movement_id
      using errcode = 'check_violation', constraint = 'treasury_attachment_stays';
  end if;
  return new;
end
$$;
create trigger treasury_attachment_life before update or delete on treasury_attachment
  for each row execute function treasury_attachment_stays();
