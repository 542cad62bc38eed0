import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import * as fields from "./fields.ts";

/** The lists of the office that are given out whole. */
export const exportedLists = [
  "members",
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
  path: "/api/v1/exports/:exported",
  summary: "A list of the office, all of it, as CSV",
  audience: { kind: "staff", permission: "exports.read" },
  limit: "documents",
  params: z.object({ exported: z.enum(exportedLists, "field.invalid") }),
  body: fields.nothing,
  answer: fields.nothing,
  files: ["text/csv; charset=utf-8"],
  refusals: ["invalid"],
});
