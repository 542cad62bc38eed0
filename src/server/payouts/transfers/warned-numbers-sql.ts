/** How long a replaced number is still notified of changed bank details, in days. */
export const OLD_NUMBER_DAYS = 90;

/**
 * The numbers that are notified of the bank details of the member `m`, as SQL; $2 is the number of
 * days. A recently replaced number is warned as well: the new one may be a thief's.
 */
export const warnedNumbers = `array(select m.mobile_number union
      select c.old_mobile_number from contact_change_request c
      where c.member_id = m.id and c.state = 'in-force' and c.old_mobile_number <> ''
        and c.mobile_number <> ''
        and c.in_force_at > akiba_now() - make_interval(days => $2))`;
