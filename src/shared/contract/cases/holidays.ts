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
  summary: "Lists the public holidays of a year, on the days on which they are observed",
  audience: { kind: "staff", permission: "cases.read" },
  subject: "call",
  query: z.strictObject({ year: z.optional(fields.yearParam) }),
  answer: z.object({
    year: z.int(),
    rows: z.array(
      z.object({
        day: fields.day,
        name: inBoth,
        /** Whether the office entered it and can therefore remove it. */
        gazetted: z.boolean(),
        /** The original date, where the holiday moved from a Sunday; else empty. */
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
  summary: "Adds a gazetted holiday; deadlines are calculated around it from then on",
  audience: { kind: "staff", permission: "holidays.edit" },
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
  summary: "Removes a gazetted holiday that was entered by mistake",
  audience: { kind: "staff", permission: "holidays.edit" },
  params: z.object({ day: fields.dayParam }),
  body: z.strictObject({}),
  answer: z.object({ day: fields.day, moved: z.int() }),
  status: 201,
  problems: ["no-such-holiday", "invalid"],
});

export const holidayCalls = [holidays, add, remove] as const;
