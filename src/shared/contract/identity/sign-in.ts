import * as z from "zod/mini";
import * as fields from "#shared/contract/kernel/basic-fields.ts";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import { languages } from "#shared/language.ts";

const signedIn = z.object({
  status: z.literal(0),
  code: z.literal(200),
  message: z.literal("login Successful"),
  token: z.string(),
  memberNo: z.string(),
  /** The language that the member chose; absent if they never did. */
  language: z.optional(z.enum(languages)),
  /** Set only for staff: the earlier client, which is for members, does not know the field. */
  kind: z.optional(z.literal("staff")),
});

/**
 * The password was right and a second factor is required. The earlier client cannot ask for one: it
 * sees a status other than 0, errors and no token, and shows the message.
 */
const halfway = z.object({
  status: z.literal(2),
  code: z.literal(200),
  message: z.string(),
  errors: z.array(z.string()),
  token: z.null(),
  memberNo: z.null(),
  secondFactor: z.object({
    /** Valid only for the calls of the second factor, for this number of seconds. */
    token: z.string(),
    seconds: z.int(),
    /** Whether the factor must be verified, or enrolled first. */
    step: z.enum(["prove", "enrol"]),
  }),
});

/** The answer of a login, or of a switch to another account of the same person. */
export const signIn = z.union([signedIn, halfway]);

export type SignIn = z.infer<typeof signIn>;

export const authenticate = endpoint({
  name: "auth.authenticate",
  method: "POST",
  path: "/api/v1/auth/authenticate",
  summary: "Signs in with a member number and a password",
  audience: { kind: "anyone" },
  limit: "public",
  query: fields.anyQuery,
  body: z.object({ memberNo: fields.memberNo, password: fields.password }),
  answer: signIn,
  problems: [
    "sign-in-failed",
    "member-suspended",
    "member-left",
    "sign-in-paused",
    "password-disabled",
  ],
  idempotency: "none",
  errors: "sign-in",
});
