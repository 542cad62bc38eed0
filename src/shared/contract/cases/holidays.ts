import * as z from "zod/mini";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";

const inBoth = z.object({ en: z.string(), sw: z.string() });

const holidayName = z
  .string("field.required")
  .check(z.trim(), z.minLength(1, "field.required"), z.maxLength(60, "field.invalid"));

export const holidays = endpoint({
  name: "holidays.list",
  method: "GET",
  path: "/api/v1/holidays",
  summary: "The public holidays of a year, on the days on which nobody works",
  audience: { kind: "staff", permission: "cases.read" },
  params: fields.nothing,
  query: z.strictObject({ year: z.optional(fields.yearParam) }),
  body: fields.nothing,
  answer: z.object({
    year: z.int(),
    rows: z.array(
      z.object({
        day: fields.day,
        name: inBoth,
        /** Whether the office entered it, and so may take it back. */
        gazetted: z.boolean(),
        /** The day it stands for, where it moved off a Sunday; else empty. */
        movedFrom: fields.dayOrNone,
      }),
    ),
  }),
  problems: ["invalid"],
});

export const add = endpoint({
  name: "holidays.add",
  method: "POST",
  path: "/api/v1/holidays",
  summary: "Enter a gazetted holiday; what is due counts around it from then on",
  audience: { kind: "staff", permission: "holidays.edit" },
  params: fields.nothing,
  body: z.strictObject({
    day: fields.dayParam,
    name: z.strictObject({ en: holidayName, sw: holidayName }),
  }),
  answer: z.object({ day: fields.day, moved: z.int() }),
  status: 201,
  problems: ["holiday-known", "invalid"],
});

export const remove = endpoint({
  name: "holidays.remove",
  method: "POST",
  path: "/api/v1/holidays/:day/removal",
  summary: "Take back a gazetted holiday that was entered by mistake",
  audience: { kind: "staff", permission: "holidays.edit" },
  params: z.object({ day: fields.dayParam }),
  body: z.strictObject({}),
  answer: z.object({ day: fields.day, moved: z.int() }),
  status: 201,
  problems: ["no-such-holiday", "invalid"],
});
