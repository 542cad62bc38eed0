import * as z from "zod/mini";
import { documentStates } from "#shared/receipt-states.ts";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import { issuedDocuments } from "./member-statements.ts";

/** The facts the public page shows for a code: enough to check a document, and no more. */
export const verification = endpoint({
  name: "verification.check",
  method: "GET",
  path: "/api/v1/verification/:code",
  summary: "Verifies a code: shows the society, masked name, statement, period and balance",
  audience: { kind: "anyone" },
  limit: "verification",
  params: z.object({ code: fields.verificationCode }),
  answer: z.object({
    organisationName: z.string(),
    holder: z.string(),
    memberNo: z.string(),
    statement: z.enum(issuedDocuments),
    /** Empty where the statement covers everything up to its date. */
    from: z.union([fields.day, z.literal("")]),
    to: fields.day,
    closing: fields.amount,
    issuedOn: fields.day,
    /** Of the statement of one loan. */
    loanNo: z.optional(z.string()),
    /** For a receipt: whether it is still valid today. Left out for every other document. */
    receipt: z.optional(z.enum(documentStates)),
  }),
  problems: ["no-such-code"],
  reads: "one-statement",
});

/** The document as it was printed, sealed with the key that only the paper carries. */
export const sealedRows = endpoint({
  name: "verification.rows",
  method: "GET",
  path: "/api/v1/verification/:code/rows",
  summary: "Returns every entry of an issued document, sealed with the key printed on it",
  audience: { kind: "anyone" },
  limit: "verification",
  params: z.object({ code: fields.verificationCode }),
  answer: z.object({
    /** In base64: nonce, AES-256-GCM of the compressed record, tag. Empty for older documents. */
    sealed: z.string(),
  }),
  problems: ["no-such-code"],
  reads: "one-statement",
});
