import * as z from "zod/mini";
import { destinations } from "./files.ts";
import { requested } from "#shared/contract/oversight/approvals.ts";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as office from "#shared/contract/kernel/office-fields.ts";
import { seenVersion, settingChange } from "#shared/contract/office/settings.ts";

/** The meanings of a word in the note of a check-off line. */
export const noteMeanings = [...destinations, "nothing"] as const;
export type NoteMeaning = (typeof noteMeanings)[number];

const MAX_WORDS = 60;

const wordList = z
  .array(office.noteWord, "field.required")
  .check(z.maxLength(MAX_WORDS, "word.many"));

const wordLists = {
  loan: wordList,
  deposits: wordList,
  "share-capital": wordList,
  fees: wordList,
  welfare: wordList,
  insurance: wordList,
  suspense: wordList,
  nothing: wordList,
} satisfies Record<NoteMeaning, typeof wordList>;

const answer = z.object({
  version: z.int(),
  /** The words of each meaning, in alphabetical order. */
  words: z.record(z.enum(noteMeanings), z.array(z.string())),
  changes: z.array(settingChange),
});

export const checkOffWords = endpoint({
  name: "settings.checkOffWords",
  method: "GET",
  path: "/api/v1/settings/check-off-words",
  summary: "Lists the words of check-off notes and the destination of each one",
  audience: { kind: "staff", permission: "settings.read" },
  subject: "call",
  answer,
});

export const saveCheckOffWords = endpoint({
  name: "settings.saveCheckOffWords",
  method: "PUT",
  path: "/api/v1/settings/check-off-words",
  summary: "Requests a change of the words of check-off notes, which another person approves",
  audience: { kind: "staff", permission: "settings.edit" },
  body: z.strictObject({ version: seenVersion, ...wordLists }),
  answer: requested,
  status: 201,
  problems: ["settings-changed", "approval-waits", "invalid"],
});
