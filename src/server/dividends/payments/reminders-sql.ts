/** Whether member `m` with entitlement `e` can be reminded to choose, once a day, as SQL. */
export const canBeReminded =
  "m.mobile_number <> '' and e.reminded_on is distinct from akiba_today()";
