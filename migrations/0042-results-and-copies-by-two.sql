-- Why: one person could settle every payout of a file by uploading results, give out a copy of
-- everything held on a member that they had asked for themselves, and approve and pay a dividend.
-- Each of these now takes two persons, compared as persons and held here.

-- What somebody says became of the payments of a payout file. Nothing is settled by it until
-- another person has approved exactly these rows.
create table payout_claim (
  id bigint generated always as identity primary key,
  file_id bigint not null references payout_file,
  -- Stands for the parsed rows, so that the same results are known in whatever file they come.
  rows_digest text not null,
  uploaded_by text not null check (uploaded_by <> ''),
  uploaded_at timestamptz not null default akiba_now(),
  approval_id bigint references approval,
  applied_by text,
  applied_at timestamptz,
  check ((applied_by is null) = (applied_at is null))
);

create index payout_claim_of_file on payout_claim (file_id, id);

create table payout_claim_row (
  claim_id bigint not null references payout_claim,
  -- As a spreadsheet counts it: the header is row 1.
  row_no integer not null,
  reference text not null,
  -- Null where it is about no payment of the file.
  attempt_id uuid references payout_attempt,
  receipt_no text not null,
  -- Null where no amount could be read.
  amount_cents bigint,
  reason text not null,
  -- What it did once the claim was applied; empty until then.
  effect text not null default ''
    check (effect in ('', 'paid', 'failed', 'repeated', 'differs', 'unknown', 'own')),
  primary key (claim_id, row_no)
);

create index payout_claim_row_of_attempt on payout_claim_row (attempt_id)
  where attempt_id is not null;

create index payout_claim_row_own on payout_claim_row (claim_id) where effect = 'own';

create trigger payout_claim_is_kept
  before delete or truncate on payout_claim execute function forbid_change();
create trigger payout_claim_row_is_kept
  before delete or truncate on payout_claim_row execute function forbid_change();
create trigger payout_claim_row_says_the_same
  before update of claim_id, row_no, reference, attempt_id, receipt_no, amount_cents, reason
  on payout_claim_row execute function forbid_change();

-- A claim is applied once, by a person who neither uploaded it nor made the payout file.
create function payout_claim_keeps_its_life() returns trigger language plpgsql as $$
begin
  if old.applied_at is not null
    or (new.file_id, new.rows_digest, new.uploaded_by, new.uploaded_at)
      is distinct from (old.file_id, old.rows_digest, old.uploaded_by, old.uploaded_at) then
    raise exception 'payout claim % is final', old.id
      using errcode = 'check_violation', constraint = 'payout_claim_life';
  end if;
  if akiba_person(new.applied_by) in (akiba_person(new.uploaded_by),
      (select akiba_person(f.made_by) from payout_file f where f.id = new.file_id)) then
    raise exception 'payout claim % needs another person', old.id
      using errcode = 'check_violation', constraint = 'payout_results_two_people';
  end if;
  return new;
end
$$;

create trigger payout_claim_life before update on payout_claim
  for each row execute function payout_claim_keeps_its_life();

-- A payment that failed is not sent again by the person who asked for the number it would go to.
create function payout_number_takes_two() returns trigger language plpgsql as $$
begin
  if exists (select from contact_change_request c
      where c.member_id = new.member_id and c.state = 'in-force'
        and c.mobile_number = new.mobile_number
        and akiba_person(c.asked_by) = akiba_person(new.resolved_by)) then
    raise exception 'payout % goes to a number that its sender asked for', new.id
      using errcode = 'check_violation', constraint = 'payout_number_two_people';
  end if;
  return new;
end
$$;

create trigger payout_number_two_people before update on payout for each row
  when (old.state = 'failed' and new.state = 'waiting')
  execute function payout_number_takes_two();

-- A dividend is not paid by the person who approved it.
create function dividend_payment_takes_two() returns trigger language plpgsql as $$
begin
  if akiba_person(new.paid_by) = akiba_person(new.approved_by) then
    raise exception 'dividend % is paid by the person who approved it', new.id
      using errcode = 'check_violation', constraint = 'dividend_payment_people';
  end if;
  return new;
end
$$;

create trigger dividend_payment_people before update of paid_by on dividend
  for each row when (new.paid_by is not null)
  execute function dividend_payment_takes_two();

-- Each copy of everything held on a member that the office gave out, and who gave it.
create table privacy_copy (
  id bigint generated always as identity primary key,
  request_id bigint not null references privacy_request,
  format text not null check (format in ('json', 'pdf')),
  given_by text not null check (given_by <> ''),
  given_at timestamptz not null default akiba_now()
);

create index privacy_copy_of_request on privacy_copy (request_id);

create trigger privacy_copy_is_insert_only
  before update or delete or truncate on privacy_copy execute function forbid_change();

create function privacy_copy_takes_two() returns trigger language plpgsql as $$
begin
  if akiba_person(new.given_by)
      = (select akiba_person(r.recorded_by) from privacy_request r where r.id = new.request_id) then
    raise exception 'request % was recorded by the person who gives out the copy', new.request_id
      using errcode = 'check_violation', constraint = 'privacy_copy_two_people';
  end if;
  return new;
end
$$;

create trigger privacy_copy_two_people before insert on privacy_copy
  for each row execute function privacy_copy_takes_two();

-- A correction or an erasure that came on paper is not approved by the person who recorded it.
create function privacy_approval_takes_two() returns trigger language plpgsql as $$
begin
  if akiba_person(new.answered_by) = akiba_person(new.recorded_by) then
    raise exception 'request % was recorded by its approver', new.id
      using errcode = 'check_violation', constraint = 'privacy_approval_two_people';
  end if;
  return new;
end
$$;

create trigger privacy_approval_two_people before update of state on privacy_request
  for each row when (old.state = 'proposed' and new.state = 'done')
  execute function privacy_approval_takes_two();

-- The requests of the office about a member, for the copy of everything held on them.
create index approval_about on approval (about) where about <> '';
create index approval_of_subject on approval (subject);

grant select, insert on payout_claim, payout_claim_row, privacy_copy to akiba_app;
grant update (approval_id, applied_by, applied_at) on payout_claim to akiba_app;
grant update (effect) on payout_claim_row to akiba_app;
