-- Why: a loan above what its member's own deposits carry stands on guarantors, who see its terms
-- and answer with a code. What one pledges is never more than what one has, a loan is not approved
-- until its cover is pledged, and guarantors hear of a missed deduction long before any default.

alter table loan_policy
  -- Whether guarantors may cover what the member's own free deposits do not.
  add column guarantors_allowed boolean not null default true,
  -- How long after its day a deduction that did not come is held to be missed.
  add column missed_grace_days smallint not null default 5
    check (missed_grace_days between 0 and 90);

-- How much of the principal the guarantors have to cover, frozen with the other terms.
alter table loan add column cover_cents bigint not null default 0
  check (cover_cents between 0 and principal_cents);

alter table guarantee
  add column state text not null default 'accepted'
    check (state in ('asked', 'accepted', 'declined', 'cancelled', 'released')),
  -- Null for guarantees that were given on paper.
  add column asked_at timestamptz,
  add column answered_at timestamptz,
  -- Set where the loan's settlement released it, which a reversal may undo.
  add column settled_at timestamptz,
  add column revived_at timestamptz,
  -- Whom this guarantor was named in place of; nobody is replaced twice.
  add column replaces_id bigint unique references guarantee,
  drop constraint guarantee_loan_id_guarantor_id_key;

update guarantee set state = 'released' where released_on is not null;
update guarantee g set state = 'released', released_on = greatest(g.given_on, akiba_today()),
    settled_at = akiba_now()
  from loan l where l.id = g.loan_id and l.state = 'settled' and g.state = 'accepted';
update guarantee g set state = 'cancelled'
  from loan l where l.id = g.loan_id and l.state in ('declined', 'withdrawn')
    and g.state = 'accepted';

alter table guarantee
  add constraint guarantee_release check ((state = 'released') = (released_on is not null)),
  add constraint guarantee_settled check (settled_at is null or state = 'released');

-- A member stands once for a loan, and who declined is not asked again for the same terms.
create unique index guarantee_once on guarantee (loan_id, guarantor_id) where state <> 'cancelled';
create index guarantee_accepted on guarantee (loan_id) where state = 'accepted';

create function guarantee_is_anothers() returns trigger language plpgsql as $$
begin
  if exists (select from loan where id = new.loan_id and member_id = new.guarantor_id) then
    raise exception 'nobody guarantees a loan of their own'
      using errcode = 'check_violation', constraint = 'guarantee_own_loan';
  end if;
  -- Who works at the office decides on loans and cannot stand for one as well.
  if new.state = 'asked' and exists (select from staff where member_id = new.guarantor_id) then
    raise exception 'who works at the office guarantees no loan'
      using errcode = 'check_violation', constraint = 'guarantee_by_staff';
  end if;
  return new;
end
$$;

create trigger guarantee_anothers before insert on guarantee
  for each row execute function guarantee_is_anothers();

-- No command, and no defect of one, takes a guarantee where its life does not lead, changes what
-- was pledged, or pledges what is not there. The deposits are locked before they are looked at, so
-- that answers given at once come one after the other.
create function guarantee_keeps_its_life() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  deposits bigint;
  pledged numeric;
begin
  if (new.loan_id, new.guarantor_id, new.amount_cents)
      is distinct from (old.loan_id, old.guarantor_id, old.amount_cents) then
    raise exception 'what was asked of guarantee % is not changed', old.id
      using errcode = 'check_violation', constraint = 'guarantee_terms';
  end if;
  if new.state <> old.state and (old.state, new.state) not in (
    ('asked', 'accepted'), ('asked', 'declined'), ('asked', 'cancelled'),
    ('accepted', 'cancelled'), ('accepted', 'released'), ('released', 'accepted')
  ) then
    raise exception 'guarantee % cannot go from % to %', old.id, old.state, new.state
      using errcode = 'check_violation', constraint = 'guarantee_life';
  end if;
  if old.state = 'asked' and new.state = 'accepted' then
    select balance_cents * normal_side into deposits from ledger_account
      where code = 'member-deposits' and member_id = new.guarantor_id for no key update;
    select coalesce(sum(amount_cents), 0) into pledged from guarantee
      where guarantor_id = new.guarantor_id and state = 'accepted';
    if coalesce(deposits, 0) - pledged < new.amount_cents then
      raise exception 'guarantee % is more than is free', old.id
        using errcode = 'check_violation', constraint = 'guarantee_capacity';
    end if;
  end if;
  return new;
end
$$;

create trigger guarantee_life before update on guarantee
  for each row execute function guarantee_keeps_its_life();

create function loan_stands_on_guarantors() returns trigger language plpgsql as $$
begin
  if old.state = 'applied' and new.state = 'approved' and new.cover_cents > (
    select coalesce(sum(amount_cents), 0) from guarantee
    where loan_id = new.id and state = 'accepted'
  ) then
    raise exception 'loan % is not covered', new.loan_no
      using errcode = 'check_violation', constraint = 'loan_cover';
  end if;
  if (new.principal_cents, new.fee_cents, new.monthly_deduction_cents, new.term_months,
        new.cover_cents)
      is distinct from (old.principal_cents, old.fee_cents, old.monthly_deduction_cents,
        old.term_months, old.cover_cents)
      and exists (
        select from guarantee where loan_id = new.id and state in ('asked', 'accepted')
      ) then
    raise exception 'the terms of loan % are frozen while somebody is asked to guarantee it',
      new.loan_no using errcode = 'check_violation', constraint = 'loan_terms_frozen';
  end if;
  return new;
end
$$;

create trigger loan_guaranteed before update on loan
  for each row execute function loan_stands_on_guarantors();

-- Guarantors go free with the loan that is paid off, whoever repaid it and however many at once,
-- and stand again where a reversal leaves something to pay.
create function loan_moves_its_guarantors() returns trigger language plpgsql as $$
begin
  if new.state = 'settled' then
    update guarantee set state = 'released', settled_at = akiba_now(),
        released_on = greatest(given_on, akiba_today())
      where loan_id = new.id and state = 'accepted';
  else
    update guarantee set state = 'accepted', revived_at = akiba_now(), settled_at = null,
        released_on = null
      where loan_id = new.id and settled_at is not null;
  end if;
  return null;
end
$$;

-- By its name it comes before the check below, also where that is not deferred.
create trigger loan_frees_guarantors after update of state on loan
  for each row when ((old.state = 'settled') <> (new.state = 'settled'))
  execute function loan_moves_its_guarantors();

-- By the end of a unit of work a loan and its guarantees agree on where they are.
create function loan_and_guarantees_agree() returns trigger language plpgsql as $$
begin
  if exists (
    select from guarantee g join loan l on l.id = g.loan_id where l.id = new.id and (
      g.state = 'asked' and l.state <> 'applied'
      or g.state = 'accepted' and l.state in ('declined', 'withdrawn', 'settled')
      or g.settled_at is not null and l.state <> 'settled'
    )
  ) then
    raise exception 'the guarantees of loan % were left behind', new.loan_no
      using errcode = 'check_violation', constraint = 'loan_guarantees_agree';
  end if;
  return null;
end
$$;

create constraint trigger loan_guarantees_agree after update of state on loan
  deferrable initially deferred for each row execute function loan_and_guarantees_agree();

-- A code may be for one thing only, such as one guarantee.
alter table otp
  add column subject text not null default '',
  drop constraint otp_purpose_check,
  add constraint otp_purpose_check check (purpose in ('sign-up', 'reset', 'guarantee')),
  add constraint otp_subject check ((purpose = 'guarantee') = (subject <> ''));

-- Which guarantor was told of which missed deduction: once, whoever of several looks first.
create table missed_notice (
  guarantee_id bigint not null references guarantee,
  -- The instalment's number in its loan.
  number smallint not null,
  noticed_at timestamptz not null default akiba_now(),
  primary key (guarantee_id, number)
);

create trigger missed_notice_is_insert_only
  before update or delete or truncate on missed_notice execute function forbid_change();

grant select, insert on missed_notice to akiba_app;
