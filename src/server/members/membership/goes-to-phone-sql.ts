import { MPESA_CEILING } from "#shared/mpesa-ceiling.ts";

/** Whether the owner of a member `m`'s number confirmed it, as SQL. */
export const numberIsConfirmed = "(m.mobile_number <> '' and m.mobile_confirmed_at is not null)";

/**
 * As SQL over a member `m` and an amount: whether a payment can go to the phone. M-Pesa pays whole
 * shillings, up to its ceiling at once, and only to a confirmed number. `isPaidByMpesa` is the same
 * rule of amounts for one amount in the program and on the page; a test compares them.
 */
export const goesToPhone = (amount: string): string =>
  `(${numberIsConfirmed}
    and ${amount} between 100 and ${MPESA_CEILING} and ${amount} % 100 = 0)`;
