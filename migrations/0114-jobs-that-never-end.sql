-- Why: a run that has begun counts as one, so a job that crashes its process in each run never
-- looked overdue: each start was another beginning. The first start since the last end counts now.
-- Expands: an older program keeps its own rule and does not write the column.

alter table job add column unended_since timestamptz;

grant update (unended_since) on job to akiba_app;
