/**
 * The confirmed number of a member `m`, to which their codes are sent, as SQL. It is empty while
 * the number is not confirmed, or about to change.
 */
export const confirmedMobile = `case when m.mobile_confirmed_at is null
    or exists (select from contact_change_request c
      where c.member_id = m.id and c.state = 'approved' and c.mobile_number <> '')
    then '' else m.mobile_number end`;
