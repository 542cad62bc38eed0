import type { ImportKind } from "#shared/contract/imports.ts";

/** A header and one row of each kind of file, as docs/import.md explains them. */
export const importExamples: Readonly<Record<ImportKind, readonly (readonly string[])[]>> = {
  members: [
    [
      "member_no",
      "full_name",
      "id_no",
      "mobile",
      "email",
      "postal_address",
      "joined_on",
      "language",
    ],
    [
      "M001",
      "Wanjiru Kamau",
      "12345678",
      "0712 000 482",
      "wanjiru@example.com",
      "P.O. Box 1, Nairobi",
      "2020-01-31",
      "en",
    ],
  ],
  "next-of-kin": [
    ["member_no", "position", "kin_name"],
    ["M001", "1", "Peter Kamau"],
  ],
  entries: [
    ["member_no", "date", "kind", "account", "amount", "narration", "reference", "receipt"],
    ["M001", "2024-01-31", "deposit", "", "3,000.00", "Check-off January 2024", "CO-2024-01", ""],
  ],
  loans: [
    [
      "loan_no",
      "member_no",
      "category",
      "purpose",
      "principal",
      "fee",
      "total",
      "monthly_deduction",
      "term_months",
      "start_date",
      "first_due_on",
      "end_date",
    ],
    [
      "LN-1",
      "M001",
      "Instant",
      "School fees",
      "5000",
      "500",
      "5500",
      "1833",
      "3",
      "2024-02-10",
      "2024-03-10",
      "2024-05-10",
    ],
  ],
  guarantees: [
    ["loan_no", "guarantor", "amount", "level", "given_on", "released_on"],
    ["LN-1", "M002", "2500", "Principal", "2024-02-09", ""],
  ],
  withdrawables: [
    ["account_no", "member_no", "opened_on"],
    ["M001-W1", "M001", "2021-06-01"],
  ],
};
