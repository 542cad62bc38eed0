-- Why: most of the trail is looks. What remains without them is read in the order of time by
-- itself, of everybody and of one person, however many looks lie between.
create index audit_record_no_look_in_time on audit_record (at, seq) where action <> 'looked';
create index audit_record_no_look_of_actor on audit_record (actor, at, seq)
  where action <> 'looked';
