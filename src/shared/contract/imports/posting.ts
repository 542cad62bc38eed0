import * as z from "zod/mini";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import { anImport, changed, withReason } from "./desk.ts";

const byPoster = { kind: "staff", permission: "imports.post" } as const;

export const giveBack = endpoint({
  name: "imports.giveBack",
  method: "POST",
  path: "/api/v1/imports/:importId/return",
  summary: "Give an import back to whoever prepared it, and say why",
  audience: byPoster,
  params: anImport,
  body: withReason,
  answer: changed,
  status: 201,
  problems: ["no-such-import", "import-state", "in-progress", "invalid"],
});

export const post = endpoint({
  name: "imports.post",
  method: "POST",
  path: "/api/v1/imports/:importId/posting",
  summary: "Post an import, all of it or nothing, by somebody who had no part in preparing it",
  audience: byPoster,
  lasting: true,
  params: anImport,
  body: z.strictObject({ shownDigest: fields.shownDigest }),
  answer: changed,
  status: 201,
  problems: [
    "no-such-import",
    "import-state",
    "shown-changed",
    "import-two-people",
    "import-credits-you",
    "import-changed",
    "in-progress",
    "invalid",
  ],
});

export const undo = endpoint({
  name: "imports.undo",
  method: "POST",
  path: "/api/v1/imports/:importId/undoing",
  summary: "Undo a posted import by reversing each of its entries, by somebody else than posted it",
  audience: byPoster,
  lasting: true,
  params: anImport,
  body: z.extend(withReason, { shownDigest: fields.shownDigest }),
  answer: changed,
  status: 201,
  problems: [
    "no-such-import",
    "import-state",
    "shown-changed",
    "import-undo-own",
    "import-untracked",
    "import-logins",
    "import-later",
    "import-spent",
    "in-progress",
    "invalid",
  ],
});
