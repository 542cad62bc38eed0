import { modeWords } from "./split-modes.ts";

/** Why a part of a dividend waits on the member's dividend account instead of being paid. */
export const holdReasons = [
  "mobile-missing",
  "mobile-unconfirmed",
  "loan-paid",
  "member-left",
] as const;

export type HoldReason = (typeof holdReasons)[number];

/** Where a part goes if it cannot go by its mode, as the declaration says; `hold` by default. */
export const otherwisePlaces = ["hold", "share-capital", "deposits"] as const;

export type Otherwise = (typeof otherwisePlaces)[number];

/** Where two people of the office may send a part that is on hold. */
export const heldDestinations = ["share-capital", "deposits", "cash"] as const;

/** Where a member may send their own part that is on hold. */
export const chosenDestinations = ["share-capital", "deposits"] as const;

export type HeldDestination = (typeof heldDestinations)[number];

/** The destinations of a part, in the words of the wire and the screen. */
export const placeWords = {
  ...modeWords,
  deposits: "ADD TO DEPOSITS",
  cash: "PAY IN CASH",
  exit: "PAY WITH EXIT REFUND",
} as const;

export type Place = keyof typeof placeWords;

export const places = Object.keys(placeWords) as [Place, ...Place[]];
