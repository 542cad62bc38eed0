-- Why: two kinds of space (U+1680 and U+FEFF) counted as letters of a name, so two words with such
-- a space between them were one word that no search found.

create or replace function member_words(name text) returns text[]
  language sql immutable parallel safe strict as $$
  select coalesce(array_agg(found.parts[1] order by found.place), '{}')
  from regexp_matches(
    lower(regexp_replace(normalize(name, nfd), '[''`´ʹʻʼʽ‘’‛\u0300-\u036f]', '', 'g') collate "C"),
    '[a-z0-9\u00a1-\u167f\u1681-\u1fff\u2070-\u2fff\u3001-\ufefe\uff00-\U0010ffff]+', 'g'
  ) with ordinality as found (parts, place)
$$;

delete from member_word w using member m
  where m.id = w.member_id and m.full_name ~ '[\u1680\ufeff]';
insert into member_word (word, name, member_id)
  select w.* from member m, lateral member_word_rows(m.id, m.full_name) as w
  where m.full_name ~ '[\u1680\ufeff]';
