-- Why: a teller alone could say that a member had taken the cash of a withdrawal. The member now
-- proves it by a code to their confirmed number, which names the payment, its amount, its account
-- and the teller; for a member without their phone a second person agrees, for a written reason.

alter table otp
  drop constraint otp_owner_has_one,
  drop constraint otp_subject,
  drop constraint otp_purpose_check,
  drop column asked_by;
alter table otp
  add constraint otp_purpose_check check (purpose in ('sign-up', 'reset', 'guarantee',
    'confirm-mobile', 'amendment', 'withdrawal', 'counter-withdrawal', 'counter-payment',
    'bank-account')),
  add constraint otp_subject check ((purpose in ('guarantee', 'amendment', 'withdrawal',
    'counter-withdrawal', 'counter-payment', 'bank-account')) = (subject <> '')),
  add column asked_by text not null generated always as
    (case when purpose in ('sign-up', 'reset') then 'anyone'
      when purpose in ('amendment', 'counter-withdrawal', 'counter-payment') then 'office'
      else 'signed-in' end)
    stored,
  add constraint otp_owner_has_one check (asked_by = 'anyone' or is_newest);
create unique index otp_open on otp (member_no, asked_by, is_newest)
  where used_at is null and replaced_at is null;

alter table counter_payment
  -- The code of the member, which was used for this payment alone.
  add column otp_id uuid unique,
  -- The request of the payer that another person approved, where the member had no phone.
  add column approval_id bigint unique references approval,
  add column agreed_by text check (agreed_by like 'staff:%'),
  -- Payments before this migration have neither.
  add constraint counter_payment_proof check (num_nonnulls(otp_id, approval_id) <= 1
    and (approval_id is null) = (agreed_by is null)),
  add constraint counter_payment_payers check (paid_by <> agreed_by);

create trigger counter_payment_payers before insert on counter_payment
  for each row when (new.agreed_by is not null)
  execute function akiba_two_people('paid_by', 'agreed_by', 'counter_payment_payers');

-- A payment is proven by its member or agreed to by another person, who is not its member, in the
-- transaction that pays it.
create function counter_payment_is_proven() returns trigger language plpgsql as $$
declare
  owner text;
  account text;
begin
  select 'member:' || m.member_no, w.account_no into owner, account
    from payout p join member m on m.id = p.member_id join withdrawal w on w.id = p.withdrawal_id
    where p.id = new.payout_id;
  if num_nonnulls(new.otp_id, new.approval_id) <> 1
      or new.otp_id is not null and not exists (select from otp o where o.id = new.otp_id
        and 'member:' || o.member_no = owner and o.purpose = 'counter-payment'
        and o.subject = concat_ws(':', new.payout_id, new.amount_cents, account, new.paid_by)
        and o.used_at = akiba_now()) then
    raise exception 'payment % takes a code of its member', new.payment_no
      using errcode = 'check_violation', constraint = 'counter_payment_by_code';
  end if;
  if new.approval_id is not null and not exists (select from approval a
      where a.id = new.approval_id and a.kind = 'counter-payment' and a.state = 'approved'
        and a.reason <> '' and a.requested_by = new.paid_by and a.decided_by = new.agreed_by
        and a.decided_at = akiba_now() and a.payload ->> 'payout' = new.payout_id::text
        and a.payload ->> 'identity' = new.identity) then
    raise exception 'payment % takes an approval of its own', new.payment_no
      using errcode = 'check_violation', constraint = 'counter_payment_agreed';
  end if;
  if akiba_person(new.agreed_by) = owner then
    raise exception 'nobody agrees to a payment of their own'
      using errcode = 'check_violation', constraint = 'counter_own_hands';
  end if;
  return new;
end
$$;
create trigger counter_payment_proven before insert on counter_payment
  for each row execute function counter_payment_is_proven();
