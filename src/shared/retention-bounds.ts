/** The kinds of data that have a retention rule. */
export const retained = ["books", "contacts", "login", "sessions", "messages", "requests"] as const;
export type Retained = (typeof retained)[number];

export const retentionUnits = ["days", "months", "years"] as const;
export type RetentionUnit = (typeof retentionUnits)[number];

/** A length of time as people say it. */
export interface Span {
  readonly amount: number;
  readonly unit: RetentionUnit;
}
