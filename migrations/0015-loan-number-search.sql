-- Why: the loan desk searches its piles by how a loan number begins, beside the words of names and
-- member numbers that are indexed already; in whichever order the database sorts its texts.
create index loan_by_number on loan (loan_no collate "C");
