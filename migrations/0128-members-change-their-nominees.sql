-- Why: only the office changed the nominees of a member, who had to come by, and nothing kept the
-- earlier list. Members change them in the app now, by a code that is valid for exactly one list.
-- The earlier list is kept.

alter table otp drop constraint otp_purpose_check, drop constraint otp_subject;
alter table otp
  add constraint otp_purpose_check check (purpose in ('sign-up', 'reset', 'guarantee',
    'confirm-mobile', 'amendment', 'withdrawal', 'counter-withdrawal', 'counter-payment',
    'bank-account', 'standing-transfer', 'nominees')),
  add constraint otp_subject check ((purpose in ('guarantee', 'amendment', 'withdrawal',
    'counter-withdrawal', 'counter-payment', 'bank-account', 'standing-transfer', 'nominees'))
    = (subject <> ''));

-- A list is one nominee on each line: name, relation and share in hundredths of a per cent.
create function nominees_of(of_member bigint) returns text language sql stable as $$
  select coalesce(string_agg(concat_ws('; ', full_name, relation, coalesce(share_bp::text, '')),
    E'\n' order by position), '')
  from next_of_kin where member_id = of_member
$$;

create table nominee_change (
  id bigint generated always as identity primary key,
  member_id bigint not null references member,
  old_list text not null,
  new_list text not null check (new_list <> ''),
  -- The code of the member, which was used for this list alone.
  otp_id uuid not null unique,
  changed_by text not null,
  changed_at timestamptz not null default akiba_now()
);
create index nominee_change_of_member on nominee_change (member_id, id);

-- Only the member changes their nominees so: while they are active, not within a day of a password
-- reset, and by a code for exactly this list.
create function nominee_change_is_by_code() returns trigger language plpgsql as $$
declare
  owner text;
  standing text;
begin
  select 'member:' || member_no, membership into owner, standing
    from member where id = new.member_id for no key update;
  if new.changed_by is distinct from owner or not exists (select from otp o
      where o.id = new.otp_id and 'member:' || o.member_no = owner and o.purpose = 'nominees'
        and o.subject = encode(sha256(convert_to(new.new_list, 'UTF8')), 'hex')
        and o.used_at = akiba_now()) then
    raise exception 'a member changes their own nominees, by a code for the list'
      using errcode = 'check_violation', constraint = 'nominee_change_by_code';
  end if;
  if standing <> 'active'
      or coalesce(payouts_held_until(substr(owner, 8)) > akiba_now(), false) then
    raise exception 'only an active member changes nominees'
      using errcode = 'check_violation', constraint = 'nominee_change_member';
  end if;
  new.old_list := nominees_of(new.member_id);
  return new;
end
$$;
create trigger nominee_change_is_by_code before insert on nominee_change
  for each row execute function nominee_change_is_by_code();

-- At the commit the register has the list of the change, and its shares are the whole.
create function nominee_change_is_done() returns trigger language plpgsql as $$
begin
  if nominees_of(new.member_id) <> new.new_list or (select coalesce(sum(share_bp), 0)
      from next_of_kin where member_id = new.member_id) <> 10000 then
    raise exception 'the nominees of change % are not on the register', new.id
      using errcode = 'check_violation', constraint = 'nominee_change_done';
  end if;
  return null;
end
$$;
create constraint trigger nominee_change_is_done after insert on nominee_change
  deferrable initially deferred for each row execute function nominee_change_is_done();
create trigger nominee_change_is_kept
  before update or truncate on nominee_change execute function forbid_change();
-- Both lists are erased with the nominees on the register.
grant select, insert, delete on nominee_change to akiba_app;
