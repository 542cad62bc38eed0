import * as z from "zod/mini";
import { requested } from "#shared/contract/oversight/approvals.ts";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import { aFile, byPreparer } from "./desk.ts";

export const insist = endpoint({
  name: "imports.insist",
  method: "POST",
  path: "/api/v1/imports/:importId/files/:file/insistence",
  summary: "Requests that another person allow a file that resembles one imported before",
  audience: byPreparer,
  params: aFile,
  body: z.strictObject({ reason: fields.reasonGiven }),
  answer: requested,
  status: 201,
  problems: ["no-such-file", "import-state", "approval-waits", "invalid"],
});
