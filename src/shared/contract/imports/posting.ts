import * as z from "zod/mini";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as office from "#shared/contract/kernel/office-fields.ts";
import { anImport, changed, withReason } from "./desk.ts";

const byPoster = { kind: "staff", permission: "imports.post" } as const;

export const giveBack = endpoint({
  name: "imports.giveBack",
  method: "POST",
  path: "/api/v1/imports/:importId/return",
  summary: "Returns an import to the person who prepared it, with the reason",
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
  summary: "Posts an import as a whole, by a person who had no part in preparing it",
  audience: byPoster,
  lasting: true,
  params: anImport,
  body: z.strictObject({ shownDigest: office.shownDigest }),
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
  summary: "Reverses every entry of a posted import, by a person other than the one who posted it",
  audience: byPoster,
  lasting: true,
  params: anImport,
  body: z.extend(withReason, { shownDigest: office.shownDigest }),
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
