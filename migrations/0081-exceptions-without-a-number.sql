-- Why: a declaration may send what cannot go by its mode to share capital or deposits. Where a
-- member has no mobile number, the exception that records this was rejected, and with it the
-- payment of everybody's dividend.

alter table dividend_exception drop constraint dividend_exception_reason_check;
alter table dividend_exception add constraint dividend_exception_reason_check check (
  reason in ('loan-paid', 'mobile-missing', 'mobile-unconfirmed', 'paid-otherwise',
    'payout-failed'));
