import * as z from "zod/mini";
import { MAX_KIN, readShare, sharesAreWhole } from "#shared/next-of-kin.ts";
import {
  amountOrZero,
  dayParam,
  email,
  mobileNo,
  readNationalId,
} from "#shared/contract/kernel/fields.ts";
import { readKraPin, readPayrollNo } from "#shared/contract/kernel/office-fields.ts";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import type { FieldProblem } from "#shared/contract/kernel/problems.ts";

/** The minimum and maximum age to join. */
export const joiningAge = { least: 18, most: 120 } as const;

export const genders = ["female", "male", "other"] as const;
export type Gender = (typeof genders)[number];

const says = (problem: FieldProblem): string => problem;

const asText = z.union(
  [z.string(), z.pipe(z.number(), z.transform(String))],
  says("field.required"),
);

function read<T>(by: (given: string) => T | null, problem: FieldProblem) {
  return z.pipe(
    asText,
    z.transform((given, context): T => {
      const value = by(given.normalize("NFC").trim());
      if (value !== null) return value;
      const isMissing = given.trim() === "";
      const message = says(isMissing ? "field.required" : problem);
      context.issues.push({ code: "custom", message, input: given });
      return z.NEVER;
    }),
  );
}

/** A field that may be left out or empty. */
function orNone<Schema extends z.ZodMiniType>(schema: Schema) {
  const given = z.transform((value: unknown) => (value === "" ? undefined : value));
  return z.optional(z.pipe(given, z.optional(schema)));
}

/** A name as on an ID card, in any language, with single blanks between its words. */
export const fullName = read((given) => {
  const name = given.replace(/\s+/g, " ");
  return name.length >= 2 && name.length <= 120 && /\p{L}/u.test(name) && !/[\p{C}<>]/u.test(name)
    ? name
    : null;
}, "name.form");

/** The number of an ID card or a passport, in capitals. */
const nationalId = read(readNationalId, "idNo.form");

const gendersSaid: Readonly<Record<string, Gender>> = { f: "female", m: "male" };

const gender = read((given) => {
  const lowered = given.toLowerCase();
  return genders.find((one) => one === lowered) ?? gendersSaid[lowered] ?? null;
}, "gender.form");

const age = read((given) => {
  const years = /^\d{1,3}$/.test(given) ? Number(given) : 0;
  return years >= joiningAge.least && years <= joiningAge.most ? years : null;
}, "age.range");

/** The place of residence, as the member states it. */
export const residence = read(
  (given) => (given.length > 0 && given.length <= 120 && !/[\p{C}<>]/u.test(given) ? given : null),
  "words.long",
);

const payrollNo = read(readPayrollNo, "payrollNo.form");
const kraPin = read(readKraPin, "kraPin.form");

const relation = read(
  (given) => (given.length <= 60 && !/[\p{C}<>]/u.test(given) ? given : null),
  "words.long",
);

type NamePart = "surname" | "firstNames";
type NameParts = Partial<Record<NamePart, string | undefined>>;

/** Requires both parts of the name if one is given, even if another field is wrong. */
function bothParts(part: NamePart, other: NamePart) {
  return z.refine<NameParts>((form) => form[part] !== undefined || form[other] === undefined, {
    path: [part],
    error: says("field.required"),
    when: ({ value }) => typeof value === "object" && value !== null,
  });
}

/** At most three next of kin; given shares must add up to 100 percent. */
const nextOfKin = z
  .array(
    z.strictObject({
      name: fullName,
      relation: orNone(relation),
      share: orNone(read(readShare, "share.form")),
    }),
  )
  .check(
    z.maxLength(MAX_KIN, says("kin.many")),
    z.refine((kin) => sharesAreWhole(kin.map(({ share }) => share)), {
      path: [0, "share"],
      error: says("kin.shares"),
    }),
  );

const savings = amountOrZero.check(z.refine((cents) => cents > 0n, says("savings.range")));

export const registerMember = endpoint({
  name: "registration.register",
  method: "POST",
  path: "/api/members",
  aliases: ["/api/v1/members"],
  summary: "Registers a new member, with opening savings in cash that one's own open till takes",
  audience: { kind: "staff", permission: "members.register" },
  params: z.unknown(),
  // From the earlier client: unknown fields are ignored.
  body: z
    .object({
      member: fullName,
      idno: nationalId,
      gender: orNone(gender),
      age: orNone(age),
      residence: orNone(residence),
      mobile: orNone(mobileNo),
      email: orNone(email),
      savings,
      /** The value date of the savings; today when left out. An earlier date waits for approval. */
      savingsDate: orNone(dayParam),
      /** The name in two parts: both, or neither. */
      surname: orNone(fullName),
      firstNames: orNone(fullName),
      payrollNo: orNone(payrollNo),
      kraPin: orNone(kraPin),
      nextOfKin: z.optional(nextOfKin),
    })
    .check(bothParts("surname", "firstNames"), bothParts("firstNames", "surname")),
  answer: z.object({
    code: z.literal(201),
    message: z.string(),
    /** The number assigned to them. */
    memberNo: z.string(),
    /**
     * The request for the savings that waits for a second person; left out once they are posted.
     */
    approvalId: z.optional(z.string()),
    /** The receipt of the till that received the savings; left out while they wait. */
    receiptNo: z.optional(z.string()),
  }),
  status: 201,
  problems: ["own-membership", "invalid"],
});
