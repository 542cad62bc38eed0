import * as z from "zod/mini";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import { changeNominees, nomineeChange, nomineesCode, ownNominees } from "./nominees.ts";

export const nomineeChanges = endpoint({
  name: "nominees.changes",
  method: "GET",
  path: "/api/v1/members/:memberNo/nominee-changes",
  summary: "Returns the changes of a member's nominees with the old and the new list, latest first",
  audience: { kind: "record", param: "memberNo", staff: "members.read" },
  params: z.object({ memberNo: fields.memberNoParam }),
  answer: z.object({ changes: z.array(nomineeChange) }),
  problems: ["no-such-member"],
});

/** The calls about nominees. */
export const nomineeCalls = [ownNominees, nomineesCode, changeNominees, nomineeChanges] as const;
