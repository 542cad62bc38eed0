import { goesToPhone } from "#server/members/membership/goes-to-phone-sql.ts";
import { payoutsHeldUntil } from "#server/members/membership/password-reset-hold.ts";

/** The channel of an amount to a member `m`, as SQL: the phone if M-Pesa can pay it there. */
export const channelOf = (amount: string): string =>
  `case when ${goesToPhone(amount)} then 'phone' else 'office' end`;

/**
 * The channel of an amount to a member `m` who gave none for this payment, as SQL: as above, or
 * the office, which sends the file to the bank, if the member chose the bank.
 */
export const chosenChannelOf = (amount: string): string =>
  `case when paid_at_bank(m.id) then 'office' else ${channelOf(amount)} end`;

/** The number of a member `m` for a payment by a channel, as SQL; empty at the office. */
export const numberOf = (channel: string): string =>
  `case ${channel} when 'phone' then m.mobile_number else '' end`;

/** The earliest time at which a payment to a member `m` may leave, as SQL. */
export const dueAt = `greatest(akiba_now(),
  coalesce(${payoutsHeldUntil("m.member_no")}, akiba_now()))`;
