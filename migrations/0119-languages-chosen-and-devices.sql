-- Why: a member who reads Kiswahili on the page got messages in English, because nothing kept their
-- choice. A member also saw neither the devices signed in to their account nor a sign-in from a
-- device that was never used before.
-- Expands: the program before this one writes none of the columns, and each has a default.

-- When the member chose the language of the register; null while the office or an import set it.
alter table member add column language_chosen_at timestamptz;

alter table session
  -- The same browser has the same number at each sign-in, as long as it keeps its device cookie.
  add column device uuid,
  -- The digest of the part of the device cookie that this sign-in issued.
  add column device_hash bytea,
  -- The browser and the system, such as "Chrome, Android"; empty where the caller named neither.
  add column device_name text not null default '' check (length(device_name) <= 60),
  -- The login had signed in before, and never from this device.
  add column is_new_device boolean not null default false;

create index session_of_login on session (login_id, id);
