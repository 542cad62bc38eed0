-- Why: a check-off line whose note says shares or welfare was put on the member's loan, because
-- the code knew a few words for deposits and no others. The words are now the society's.

create table check_off_word (
  -- One word or a few, as notes are read: lower case, one space between.
  word text primary key check (word ~ '^[^[:upper:][:space:]]+( [^[:upper:][:space:]]+){0,5}$'
    and length(word) <= 40),
  meaning text not null check (meaning in ('loan', 'deposits', 'share-capital', 'fees', 'welfare',
    'insurance', 'suspense', 'nothing'))
);

insert into check_off_word (word, meaning) values
  ('loan', 'loan'), ('loans', 'loan'), ('loan repayment', 'loan'), ('repayment', 'loan'),
  ('mkopo', 'loan'), ('mikopo', 'loan'), ('marejesho', 'loan'),
  ('deposit', 'deposits'), ('deposits', 'deposits'), ('saving', 'deposits'),
  ('savings', 'deposits'), ('amana', 'deposits'), ('akiba', 'deposits'),
  ('share deposits', 'deposits'),
  ('share', 'share-capital'), ('shares', 'share-capital'), ('share capital', 'share-capital'),
  ('hisa', 'share-capital'), ('mtaji wa hisa', 'share-capital'),
  ('registration', 'fees'), ('registration fee', 'fees'), ('entrance fee', 'fees'),
  ('entry fee', 'fees'), ('membership fee', 'fees'), ('fee', 'fees'), ('fees', 'fees'),
  ('usajili', 'fees'), ('ada', 'fees'), ('ada ya usajili', 'fees'), ('kiingilio', 'fees'),
  ('welfare', 'welfare'), ('benevolent', 'welfare'), ('benevolent fund', 'welfare'),
  ('bbf', 'welfare'), ('ustawi', 'welfare'),
  ('insurance', 'insurance'), ('loan insurance', 'insurance'), ('premium', 'insurance'),
  ('insurance premium', 'insurance'), ('bima', 'insurance'), ('bima ya mkopo', 'insurance'),
  ('check', 'nothing'), ('off', 'nothing'), ('checkoff', 'nothing'), ('payroll', 'nothing'),
  ('salary', 'nothing'), ('deduction', 'nothing'), ('deductions', 'nothing'),
  ('monthly', 'nothing'), ('month', 'nothing'), ('total', 'nothing'), ('sacco', 'nothing'),
  ('for', 'nothing'), ('of', 'nothing'), ('and', 'nothing'), ('the', 'nothing'),
  ('makato', 'nothing'), ('mshahara', 'nothing'), ('mwezi', 'nothing'), ('jumla', 'nothing'),
  ('na', 'nothing'), ('ya', 'nothing'), ('wa', 'nothing');

grant select, insert, delete on check_off_word to akiba_app;
