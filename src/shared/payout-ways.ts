/** The channels of a payout: to the member's phone by M-Pesa, or paid by the office. */
export const payoutChannels = ["phone", "office"] as const;
export type PayoutChannel = (typeof payoutChannels)[number];

/** Where a new payout goes; `bank` is the choice of its member. */
export const payoutDestinations = [...payoutChannels, "bank"] as const;

/** How the office pays a payout that does not go to a phone. */
export const payoutWays = ["bank", "cheque", "cash"] as const;
export type PayoutWay = (typeof payoutWays)[number];

/** How a person may report that a payment failed: not at all, alone, or with another person. */
export const failureWays = ["no", "alone", "by-two"] as const;
export type FailureWay = (typeof failureWays)[number];
