-- Why: the office paid one by one what a phone cannot take, and nobody knew to which bank
-- account. Bank details are data that two people set and that money waits for, and payouts leave in
-- one file for the bank, built by one person and approved by another.

create table member_bank_details (
  id bigint generated always as identity primary key,
  member_id bigint not null references member,
  bank_name text not null check (length(bank_name) between 2 and 60),
  -- The bank and its branch, as the clearing house numbers them.
  branch_code text not null check (branch_code ~ '^[0-9]{5,6}$'),
  account_no text not null check (account_no ~ '^[0-9]{5,20}$'),
  account_name text not null check (length(account_name) between 2 and 80),
  approval_id bigint not null unique references approval,
  requested_by text not null check (requested_by <> ''),
  requested_at timestamptz not null default akiba_now(),
  state text not null default 'requested' check (state in ('requested', 'approved', 'replaced')),
  approved_by text,
  approved_at timestamptz,
  -- No money goes to the account before.
  usable_from timestamptz,
  constraint bank_details_approved check ((state = 'requested') = (approved_by is null)
    and (approved_by is null) = (approved_at is null)
    and (approved_by is null) = (usable_from is null)
    and usable_from >= approved_at + interval '72 hours'),
  constraint bank_details_two_people check (requested_by <> approved_by)
);
create unique index bank_details_in_force on member_bank_details (member_id)
  where state = 'approved';
create index bank_details_of_member on member_bank_details (member_id, id);

grant select, insert on member_bank_details to akiba_app;
grant update (state, approved_by, approved_at, usable_from) on member_bank_details to akiba_app;

create trigger bank_details_stay before delete or truncate on member_bank_details
  execute function forbid_change();
create trigger bank_details_people before insert or update on member_bank_details
  for each row when (new.requested_by is not null and new.approved_by is not null)
  execute function akiba_two_people('requested_by', 'approved_by', 'bank_details_two_people');

-- Details are requested with their request, never change, and take an approval of two people, of
-- whom neither is the member.
create function bank_details_keep_their_life() returns trigger language plpgsql as $$
declare
  owner text;
begin
  select 'member:' || member_no into owner from member where id = new.member_id;
  if akiba_person(new.requested_by) = owner
      or akiba_person(coalesce(new.approved_by, '')) = owner then
    raise exception 'bank details are set by others than their member'
      using errcode = 'check_violation', constraint = 'bank_details_own';
  end if;
  if tg_op = 'INSERT' then
    if new.state <> 'requested' or not exists (select from approval a
        where a.id = new.approval_id and a.kind = 'bank-details' and a.state = 'waiting'
          and a.requested_by = new.requested_by) then
      raise exception 'bank details have no request of their own'
        using errcode = 'check_violation', constraint = 'bank_details_request';
    end if;
    return new;
  end if;
  if (new.id, new.member_id, new.bank_name, new.branch_code, new.account_no, new.account_name,
      new.approval_id, new.requested_by, new.requested_at)
    is distinct from (old.id, old.member_id, old.bank_name, old.branch_code, old.account_no,
      old.account_name, old.approval_id, old.requested_by, old.requested_at)
    or (old.state, new.state) not in (('requested', 'approved'), ('approved', 'replaced'))
    or old.state = 'approved' and (new.approved_by, new.approved_at, new.usable_from)
      is distinct from (old.approved_by, old.approved_at, old.usable_from)
    or new.state = 'approved' and not exists (select from approval a
      where a.id = new.approval_id and a.state = 'approved' and a.decided_by = new.approved_by) then
    raise exception 'bank details % cannot be changed so', old.id
      using errcode = 'check_violation', constraint = 'bank_details_life';
  end if;
  return new;
end
$$;
create trigger bank_details_life before insert or update on member_bank_details
  for each row execute function bank_details_keep_their_life();

-- A file exists once two people agreed to exactly its payments.
create table eft_file (
  id bigint generated always as identity primary key,
  debit_account text not null check (debit_account <> ''),
  approval_id bigint not null unique references approval,
  made_by text not null check (made_by <> ''),
  approved_by text not null check (approved_by <> ''),
  approved_at timestamptz not null default akiba_now(),
  taken_back_asked_by text,
  taken_back_by text,
  taken_back_at timestamptz,
  taken_back_because text not null default '',
  constraint eft_two_people check (made_by <> approved_by),
  constraint eft_taken_back check ((taken_back_by is null) = (taken_back_asked_by is null)
    and (taken_back_by is null) = (taken_back_at is null)
    and (taken_back_by is null) = (taken_back_because = '')),
  constraint eft_take_back_two_people check (taken_back_asked_by <> taken_back_by)
);
create table eft_line (
  file_id bigint not null references eft_file,
  line_no int not null check (line_no > 0),
  payout_id bigint not null references payout,
  details_id bigint not null references member_bank_details,
  amount_cents bigint not null check (amount_cents > 0),
  state text not null default 'open' check (state in ('open', 'paid', 'returned', 'taken-back')),
  bank_reference text not null default '',
  reason text not null default '',
  told_by text,
  confirmed_by text,
  primary key (file_id, line_no),
  constraint eft_line_result check ((state = 'paid') = (bank_reference <> '')
    and (state = 'returned') = (reason <> '')
    and (state in ('paid', 'returned')) = (told_by is not null)
    and (told_by is null) = (confirmed_by is null)),
  constraint eft_result_two_people check (told_by <> confirmed_by)
);
-- A payout is in one file only, until the bank returned it or the file was withdrawn.
create unique index eft_line_once on eft_line (payout_id) where state in ('open', 'paid');
create index eft_line_open on eft_line (file_id) where state = 'open';

grant select, insert on eft_file, eft_line to akiba_app;
grant update (taken_back_asked_by, taken_back_by, taken_back_at, taken_back_because)
  on eft_file to akiba_app;
grant update (state, bank_reference, reason, told_by, confirmed_by) on eft_line to akiba_app;

create trigger eft_file_stays before delete or truncate on eft_file
  execute function forbid_change();
create trigger eft_line_stays before delete or truncate on eft_line
  execute function forbid_change();
create trigger eft_file_people before insert or update on eft_file for each row
  execute function akiba_two_people('made_by', 'approved_by', 'eft_two_people');
create trigger eft_take_back_people before insert or update on eft_file for each row
  when (new.taken_back_asked_by is not null and new.taken_back_by is not null)
  execute function akiba_two_people('taken_back_asked_by', 'taken_back_by',
    'eft_take_back_two_people');
create trigger eft_result_people before insert or update on eft_line for each row
  when (new.told_by is not null and new.confirmed_by is not null)
  execute function akiba_two_people('told_by', 'confirmed_by', 'eft_result_two_people');

create function eft_file_is_approved() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.taken_back_by is not null or not exists (select from approval a
        where a.id = new.approval_id and a.kind = 'eft-file' and a.state = 'approved'
          and a.requested_by = new.made_by and a.decided_by = new.approved_by) then
      raise exception 'a file for the bank was not approved'
        using errcode = 'check_violation', constraint = 'eft_request';
    end if;
    return new;
  end if;
  if old.taken_back_by is not null or not exists (select from approval a
      where a.kind = 'eft-take-back' and a.subject = 'eft-file:' || new.id
        and a.state = 'approved' and a.requested_by = new.taken_back_asked_by
        and a.decided_by = new.taken_back_by)
    or exists (select from eft_line l where l.file_id = new.id and l.state <> 'open') then
    raise exception 'file % cannot be withdrawn', new.id
      using errcode = 'check_violation', constraint = 'eft_life';
  end if;
  return new;
end
$$;
create trigger eft_file_life before insert or update on eft_file
  for each row execute function eft_file_is_approved();

-- A line pays a payout that waits, whole, to details in force that money no longer waits for, and
-- no person of the file is paid by it. Its result is told and confirmed by an approval.
create function eft_line_keeps_its_life() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'open' or not exists (select from payout p
          join member_bank_details d on d.id = new.details_id and d.member_id = p.member_id
        where p.id = new.payout_id and p.channel = 'office' and p.state = 'waiting'
          and p.claimed_receipt = '' and p.amount_cents = new.amount_cents
          and d.state = 'approved' and d.usable_from <= akiba_now()) then
      raise exception 'payout % cannot go to the bank so', new.payout_id
        using errcode = 'check_violation', constraint = 'eft_line_payable';
    end if;
    if exists (select from payout p join member m on m.id = p.member_id
          join eft_file f on f.id = new.file_id
        where p.id = new.payout_id
          and 'member:' || m.member_no in (akiba_person(f.made_by), akiba_person(f.approved_by)))
    then
      raise exception 'payout % goes to a person of its file', new.payout_id
        using errcode = 'check_violation', constraint = 'eft_own_hands';
    end if;
    return new;
  end if;
  if old.state <> 'open' or new.state = 'open'
    or (new.file_id, new.line_no, new.payout_id, new.details_id, new.amount_cents)
      is distinct from (old.file_id, old.line_no, old.payout_id, old.details_id, old.amount_cents)
    or new.state = 'taken-back' and not exists (select from eft_file f
      where f.id = new.file_id and f.taken_back_by is not null)
    or new.told_by is not null and not exists (select from approval a
      where a.kind = 'eft-results' and a.subject = 'eft-file:' || new.file_id
        and a.state = 'approved' and a.requested_by = new.told_by
        and a.decided_by = new.confirmed_by) then
    raise exception 'line % of file % cannot be changed so', old.line_no, old.file_id
      using errcode = 'check_violation', constraint = 'eft_life';
  end if;
  if exists (select from payout p join member m on m.id = p.member_id
      where p.id = new.payout_id and 'member:' || m.member_no
        in (akiba_person(new.told_by), akiba_person(new.confirmed_by))) then
    raise exception 'payout % goes to a person who tells its result', new.payout_id
      using errcode = 'check_violation', constraint = 'eft_own_hands';
  end if;
  return new;
end
$$;
create trigger eft_line_life before insert or update on eft_line
  for each row execute function eft_line_keeps_its_life();

-- While the bank has a payout, nobody pays it in another way, or says that it failed.
create function payout_waits_for_the_bank() returns trigger language plpgsql as $$
begin
  if exists (select from eft_line l where l.payout_id = new.id and l.state = 'open') then
    raise exception 'payout % is in a file for the bank', new.id
      using errcode = 'check_violation', constraint = 'payout_in_eft_file';
  end if;
  return new;
end
$$;
create trigger payout_at_the_bank before update of state, claimed_receipt on payout for each row
  when (new.channel = 'office' and (new.state <> old.state
    or new.claimed_receipt <> old.claimed_receipt))
  execute function payout_waits_for_the_bank();
