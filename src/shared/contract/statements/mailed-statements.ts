import * as z from "zod/mini";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import type { FieldProblem } from "#shared/contract/kernel/problems.ts";
import { documentPart, documentStatements, inOrder } from "./member-statements.ts";

/** The least characters of a passphrase that locks a PDF. */
export const MIN_PASSPHRASE = 8;

const short: FieldProblem = "passphrase.short";

/** Issues a statement as a PDF with a code, and sends it to the confirmed address of its member. */
export const mailStatement = endpoint({
  name: "statements.mail",
  method: "POST",
  path: "/api/v1/statement-mails",
  summary: "Sends one's statement as a PDF to one's confirmed e-mail address",
  audience: { kind: "member" },
  limit: "documents",
  body: z
    .strictObject({
      statement: z.enum(documentStatements, "field.invalid"),
      ...documentPart,
      /** The PDF then opens only with it; it is not stored. */
      passphrase: z.optional(
        z.string().check(z.minLength(MIN_PASSPHRASE, short), z.maxLength(100, "field.long")),
      ),
    })
    .check(inOrder),
  answer: z.object({ email: z.string() }),
  status: 201,
  problems: ["invalid", "no-such-member", "email-unconfirmed"],
});
