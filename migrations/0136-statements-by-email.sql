-- Why: a member asks for a statement by e-mail. It goes only to an address that its owner has
-- confirmed by a code sent there. The file waits beside its message and is deleted with the attempt
-- that ends it, so that no statement stays in the outbox.

alter table member add column email_confirmed_at timestamptz;

-- A new address is unconfirmed, no matter who changes it.
create function new_email_is_unconfirmed() returns trigger language plpgsql as $$
begin
  new.email_confirmed_at := null;
  return new;
end
$$;
create trigger new_email_is_unconfirmed before update of email on member for each row
  when (new.email is distinct from old.email) execute function new_email_is_unconfirmed();

alter table otp drop constraint otp_purpose_check, drop constraint otp_subject;
alter table otp
  add constraint otp_purpose_check check (purpose in ('sign-up', 'reset', 'guarantee',
    'confirm-mobile', 'amendment', 'withdrawal', 'counter-withdrawal', 'counter-payment',
    'bank-account', 'standing-transfer', 'nominees', 'email-address')),
  add constraint otp_subject check ((purpose in ('guarantee', 'amendment', 'withdrawal',
    'counter-withdrawal', 'counter-payment', 'bank-account', 'standing-transfer', 'nominees',
    'email-address')) = (subject <> ''));

create table outbox_attachment (
  message_id bigint primary key references outbox_message on delete cascade,
  file_name text not null,
  content bytea not null
);

create function outbox_message_drops_its_file() returns trigger language plpgsql as $$
begin
  delete from outbox_attachment where message_id = new.id;
  return null;
end
$$;
create trigger outbox_message_drops_its_file after update of state on outbox_message for each row
  when (new.state <> 'waiting' and new.channel = 'email')
  execute function outbox_message_drops_its_file();

grant select, insert, delete on outbox_attachment to akiba_app;
