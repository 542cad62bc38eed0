-- Why: each change of a loan's state asks for all of its guarantees, those called off included, and
-- the indexes that leave these out cannot answer: a file that settles thousands of loans read the
-- whole table once for each.
create index guarantee_of_loan on guarantee (loan_id, id);
drop index guarantee_accepted;
