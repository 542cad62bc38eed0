import * as z from "zod/mini";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";

/** How a proposed change ended; `void` means that another change replaced it. */
export const closedAmendmentStates = [
  "agreed",
  "declined",
  "withdrawn",
  "expired",
  "void",
] as const;

const answer = (noun: "agreement" | "decline", summary: string) =>
  endpoint({
    name: `loan-amendments.${noun}`,
    method: "POST",
    path: `/api/v1/loan-amendments/:id/${noun}`,
    summary,
    audience: { kind: "member" },
    params: z.object({ id: fields.idParam }),
    body: z.strictObject({}),
    answer: z.object({ loanNo: z.string() }),
    status: 201,
    problems: ["no-such-amendment", "amendment-closed", "not-active", "not-eligible", "invalid"],
  });

export const agreement = answer(
  "agreement",
  "Agree to a change of one's own application that asks more",
);

export const decline = answer("decline", "Decline a change of one's own application");
