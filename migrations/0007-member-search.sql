-- Why: staff find a member by any word of the name, by number, phone or ID, in a register of
-- 100,000, and both the desk and the member see who has looked at a record. Names are split into
-- words by the register itself, so that no way of writing to it can leave one out of the search.

-- The words of a name as they are searched: small letters, no accents, no apostrophes. What is
-- typed is split alike by src/shared/member-search.ts; a test holds the two together.
create function member_words(name text) returns text[]
  language sql immutable parallel safe strict as $$
  select coalesce(array_agg(found.parts[1] order by found.place), '{}')
  from regexp_matches(
    lower(regexp_replace(normalize(name, nfd), '[''`´ʹʻʼʽ‘’‛\u0300-\u036f]', '', 'g') collate "C"),
    '[a-z0-9\u00a1-\u1fff\u2070-\u2fff\u3001-\U0010ffff]+', 'g'
  ) with ordinality as found (parts, place)
$$;

-- One row for each word of each name, with the whole name beside it: a search reads one range of
-- this index and holds the other words typed against the name, without a look at the register.
create table member_word (
  word text collate "C" not null,
  -- All words, each after a blank.
  name text collate "C" not null,
  member_id bigint not null references member,
  primary key (word, name, member_id)
);

create index member_word_of_member on member_word (member_id);

create function member_word_rows(id bigint, full_name text)
  returns table (word text, name text, member_id bigint)
  language sql immutable parallel safe as $$
  select distinct w.word, ' ' || array_to_string(s.words, ' '), id
  from (select member_words(full_name) offset 0) as s (words), unnest(s.words) as w (word)
$$;

create function members_written() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into member_word (word, name, member_id)
    select w.* from written m, lateral member_word_rows(m.id, m.full_name) as w;
  return null;
end
$$;

create function member_renamed() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from member_word where member_id = new.id;
  insert into member_word (word, name, member_id)
    select * from member_word_rows(new.id, new.full_name);
  return null;
end
$$;

-- A statement at a time, so that a register of many thousands comes in at once.
create trigger member_words_written after insert on member
  referencing new table as written for each statement execute function members_written();
create trigger member_words_rewritten after update of full_name on member
  for each row when (old.full_name is distinct from new.full_name)
  execute function member_renamed();

insert into member_word (word, name, member_id)
  select w.* from member m, lateral member_word_rows(m.id, m.full_name) as w;

-- By what stands on a card, a phone or a payslip, from its beginning; a phone from its end too.
create index member_by_number on member (member_no collate "C");
create index member_by_mobile on member (mobile_number collate "C");
create index member_by_mobile_end on member (reverse(mobile_number) collate "C");
create index member_by_national_id on member (upper(national_id) collate "C");

-- Who has looked at a record lately, and when its member signed in last.
create index audit_record_of_subject on audit_record (subject, seq)
  where action in ('looked', 'signed-in');

grant select on member_word to akiba_app;
