import * as z from "zod/mini";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import * as office from "#shared/contract/kernel/office-fields.ts";

/** The states of a notice on the current day. */
export const noticeStates = ["published", "to-come", "past", "withdrawn"] as const;
export type NoticeState = (typeof noticeStates)[number];

const inBoth = z.object({ en: z.string(), sw: z.string() });

const notice = z.object({
  id: z.string(),
  /** Its position, by which members refer to it; 0 once it is withdrawn. */
  number: z.int(),
  state: z.enum(noticeStates),
  title: inBoth,
  /** As written, with the placeholders {phone} and {email}. */
  text: inBoth,
  /** Empty where it is published without a start or an end date. */
  from: fields.dayOrNone,
  until: fields.dayOrNone,
  /** The version, which a change must name. */
  version: z.int(),
  changedBy: z.string(),
  changedOn: fields.day,
});

const kept = { kind: "staff", permission: "notices.edit" } as const;

export const desk = endpoint({
  name: "notices.desk",
  method: "GET",
  path: "/api/v1/notice-desk",
  summary: "Lists every notice, withdrawn ones last",
  audience: { kind: "staff", permission: "notices.read" },
  subject: "call",
  answer: z.array(notice),
  reads: "one-statement",
});

const words = (most: number) =>
  z
    .string("field.required")
    .check(z.trim(), z.minLength(1, "field.required"), z.maxLength(most, "words.long"));
const written = (most: number) => z.strictObject({ en: words(most), sw: words(most) });
const dayGivenOrNone = z.union([
  z.pipe(
    z.literal(""),
    z.transform(() => null),
  ),
  fields.dayParam,
]);

const content = {
  title: written(80),
  text: written(1000),
  from: dayGivenOrNone,
  until: dayGivenOrNone,
};
/** The version that the author of the change has read. */
const version = z.int();

export const add = endpoint({
  name: "notices.add",
  method: "POST",
  path: "/api/v1/notices",
  summary: "Creates a notice, below the others",
  audience: kept,
  body: z.strictObject(content),
  answer: notice,
  status: 201,
  problems: ["invalid"],
});

export const edit = endpoint({
  name: "notices.edit",
  method: "PUT",
  path: "/api/v1/notices/:id",
  summary: "Changes a notice, unless another person has changed it since it was read",
  audience: kept,
  params: office.byId,
  body: z.strictObject({ version, ...content }),
  answer: notice,
  problems: ["no-such-notice", "notice-changed", "invalid"],
});

export const withdraw = endpoint({
  name: "notices.withdraw",
  method: "POST",
  path: "/api/v1/notices/:id/withdrawal",
  summary: "Withdraws a notice; the others move up",
  audience: kept,
  params: office.byId,
  body: z.strictObject({ version }),
  answer: notice,
  status: 201,
  problems: ["no-such-notice", "notice-changed", "invalid"],
});

export const order = endpoint({
  name: "notices.order",
  method: "PUT",
  path: "/api/v1/notice-order",
  summary: "Reorders the notices, unless the order has changed since it was read",
  audience: kept,
  body: z.strictObject({
    seen: z.array(fields.idParam).check(z.maxLength(200)),
    order: z.array(fields.idParam).check(z.maxLength(200)),
  }),
  answer: z.array(notice),
  problems: ["notice-changed", "invalid"],
});

export const versions = endpoint({
  name: "notices.versions",
  method: "GET",
  path: "/api/v1/notices/:id/versions",
  summary: "Lists earlier versions of a notice with author and date, newest first",
  audience: { kind: "staff", permission: "notices.read" },
  subject: "call",
  params: office.byId,
  answer: z.array(
    z.object({
      version: z.int(),
      title: inBoth,
      text: inBoth,
      from: fields.dayOrNone,
      until: fields.dayOrNone,
      withdrawn: z.boolean(),
      changedBy: z.string(),
      changedOn: fields.day,
      /** Hours and minutes in Nairobi. */
      changedAt: z.string(),
    }),
  ),
  problems: ["no-such-notice"],
  reads: "one-statement",
});
