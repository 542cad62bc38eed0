-- Why: a request shows its second person why it was made, how the member was identified and what a
-- paper asked for. The numbers were held by triggers, these words were not: they could have been
-- rewritten between the page and the approval. They now stay as they were made.

create trigger contact_change_words_are_fixed
  before update of asked_because, identified_by, asked_at on contact_change_request
  for each row execute function forbid_change();

-- Retention clears the words of a request once it is answered.
create trigger privacy_request_words_are_fixed
  before update of should_be, note, way, recorded_by, recorded_at on privacy_request
  for each row when (old.state in ('received', 'in-progress', 'proposed'))
  execute function forbid_change();
