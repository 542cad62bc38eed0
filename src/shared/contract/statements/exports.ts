import * as z from "zod/mini";
import type { Permission } from "#shared/permissions.ts";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";

/** The office's lists that can be exported. */
export const exportedLists = [
  "members",
  "next-of-kin",
  "loans",
  "guarantees",
  "check-off",
  "payouts",
  "contact-changes",
  "closes",
  "reconciliations",
] as const;
export type ExportedList = (typeof exportedLists)[number];

export const exported = endpoint({
  name: "exports.list",
  method: "GET",
  readsFrom: "replica",
  path: "/api/v1/exports/:exported",
  summary: "Exports a whole list as CSV",
  audience: { kind: "staff", permission: "exports.read" },
  subject: { param: "exported", kind: "list" },
  limit: "documents",
  params: z.object({ exported: z.enum(exportedLists, "field.invalid") }),
  answer: fields.nothing,
  files: ["text/csv; charset=utf-8"],
  problems: ["invalid"],
});

/** Lists that anybody who may open them may export, with the permission of each. */
export const openedBy = {
  exits: "exits.read",
  cheques: "payouts.read",
  "contribution-changes": "checkoff.read",
  "privacy-requests": "privacy.read",
  staff: "staff.read",
  imports: "imports.read",
  notices: "notices.read",
  holidays: "cases.read",
  dividends: "dividends.read",
  "loan-policies": "loans.read",
  blacklist: "loans.blacklist",
  "withholding-rates": "settings.read",
  "retention-rules": "settings.read",
} as const satisfies Record<string, Permission>;
export type OpenList = keyof typeof openedBy;
export const openLists = Object.keys(openedBy) as readonly OpenList[];

const opened = (list: OpenList) =>
  endpoint({
    name: `exports.${list}`,
    method: "GET",
    readsFrom: "replica",
    path: `/api/v1/exports/${list}`,
    summary: `Exports the whole list of ${list.replace("-", " ")} as CSV`,
    audience: { kind: "staff", permission: openedBy[list] },
    subject: "call",
    limit: "documents",
    answer: fields.nothing,
    files: ["text/csv; charset=utf-8"],
  });

/** The call that exports each list. */
export const openExports = Object.fromEntries(
  openLists.map((list) => [list, opened(list)]),
) as Readonly<Record<OpenList, ReturnType<typeof opened>>>;
