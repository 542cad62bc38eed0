-- Why: some steps give one person power over money or over the office itself. Such a step is only
-- requested; it happens when a second person has seen what it does and approved it. One table
-- holds all of these requests, so that the rule "two different people" is written once.

-- The person behind the name of an actor: a member of staff who is also a member of the society is
-- the same person under both names.
create function akiba_person(actor text) returns text language sql stable as $$
  select coalesce(
    (select 'member:' || m.member_no from staff s join member m on m.id = s.member_id
      where actor = 'staff:' || s.staff_no),
    actor)
$$;

create table approval (
  id bigint generated always as identity primary key,
  kind text not null check (kind <> ''),
  -- What the step is about, as the audit log names it: 'staff:CL2', 'loan:IL1987'.
  subject text not null check (subject <> ''),
  -- Whoever gains or loses by it, as an actor; empty where it is nobody in particular.
  about text not null default '',
  about_person text not null default '',
  payload jsonb not null,
  reason text not null default '',
  requested_by text not null check (requested_by <> ''),
  requested_person text not null,
  requested_at timestamptz not null default akiba_now(),
  expires_at timestamptz not null,
  state text not null default 'waiting'
    check (state in ('waiting', 'approved', 'rejected', 'withdrawn', 'lapsed')),
  decided_by text,
  decided_person text,
  decided_at timestamptz,
  decided_because text not null default '',
  -- What the page showed to whoever decided.
  facts jsonb,
  constraint approval_decided check (
    (state in ('approved', 'rejected', 'withdrawn'))
      = (decided_by is not null and decided_at is not null)),
  constraint approval_two_people check (state <> 'approved' or decided_person <> requested_person),
  constraint approval_not_about_oneself check (
    state not in ('approved', 'rejected') or decided_person <> about_person),
  constraint approval_withdrawn_by_requester check (
    state <> 'withdrawn' or decided_person = requested_person)
);

-- One request of a kind for one subject waits at a time.
create unique index approval_waiting on approval (kind, subject) where state = 'waiting';
create index approval_in_state on approval (state, id);

-- The persons are found when the row is written, so that a link made since the request counts. A
-- request does not change once it is made, and a decision is final.
create function approval_keeps_its_life() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (old.state <> 'waiting'
      or (new.kind, new.subject, new.about, new.payload, new.reason, new.requested_by,
          new.requested_at, new.expires_at)
        is distinct from (old.kind, old.subject, old.about, old.payload, old.reason,
          old.requested_by, old.requested_at, old.expires_at)) then
    raise exception 'approval % is final', old.id
      using errcode = 'check_violation', constraint = 'approval_life';
  end if;
  new.requested_person := akiba_person(new.requested_by);
  new.about_person := case when new.about = '' then '' else akiba_person(new.about) end;
  new.decided_person := akiba_person(new.decided_by);
  return new;
end
$$;

create trigger approval_life before insert or update on approval
  for each row execute function approval_keeps_its_life();

grant select, insert, update on approval to akiba_app;
