import * as z from "zod/mini";
import { cannotSend, codeTimes } from "#shared/contract/kernel/code-times.ts";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import { MAX_KIN, readShare, sharesAreWhole } from "#shared/next-of-kin.ts";

const shown = {
  name: z.string(),
  relation: z.string(),
  /** In percent with two decimals, such as 33.34; empty where none is on the register. */
  share: z.string(),
};

/** A list is stored with semicolons between its parts. */
const hasNoSemicolon = z.regex(/^[^;<>]*$/, "person.form");

const share = z.pipe(
  z.string("field.required"),
  z.transform((given, context): number => {
    const points = readShare(given);
    if (points !== null) return points;
    context.issues.push({ code: "custom", message: "share.form", input: given });
    return z.NEVER;
  }),
);

/** At most three nominees, whose shares add up to 100 percent. */
const nominees = z
  .array(
    z.strictObject({
      name: z.pipe(fields.personName, z.string().check(hasNoSemicolon)),
      relation: z.pipe(
        fields.personName,
        z.string().check(hasNoSemicolon, z.maxLength(60, "words.long")),
      ),
      share,
    }),
    "field.required",
  )
  .check(
    z.minLength(1, "field.required"),
    z.maxLength(MAX_KIN, "kin.many"),
    z.refine((list) => sharesAreWhole(list.map(({ share }) => share)), {
      path: [0, "share"],
      error: "kin.shares",
    }),
  );

const member = { kind: "member" } as const;
const cannotChange = ["not-active", "mobile-unconfirmed", "payout-held"] as const;

/** One change, with the list before and after it. */
export const nomineeChange = z.object({
  id: z.string(),
  date: fields.day,
  time: z.string(),
  old: z.array(z.object(shown)),
  new: z.array(z.object(shown)),
});

export const ownNominees = endpoint({
  name: "nominees.own",
  method: "GET",
  path: "/api/v1/nominees",
  summary: "Returns one's own nominees, and whether they can be changed now",
  audience: member,
  answer: z.object({
    blocked: z.enum(["", "not-active", "number", "held"]),
    /** The confirmed number for the code, masked; empty if there is none. */
    mobileNo: z.string(),
    nominees: z.array(z.object(shown)),
  }),
});

export const nomineesCode = endpoint({
  name: "nominees.code",
  method: "POST",
  path: "/api/v1/nominees/code",
  summary: "Sends the member a one-time code that is valid for exactly these nominees",
  audience: member,
  body: z.strictObject({ nominees }),
  answer: z.object({ code: z.literal(200), message: z.string(), ...codeTimes }),
  problems: [...cannotChange, ...cannotSend, "invalid"],
});

export const changeNominees = endpoint({
  name: "nominees.change",
  method: "POST",
  path: "/api/v1/nominees",
  summary: "Replaces one's own nominees, by the code sent for them",
  audience: member,
  body: z.strictObject({ nominees, otp: fields.otp }),
  answer: nomineeChange,
  status: 201,
  problems: [...cannotChange, "otp-refused", "invalid"],
});
