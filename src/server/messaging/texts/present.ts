import { channelOf, purposeOf } from "#shared/message-kinds.ts";
import { type TextPlaces } from "#shared/message-placeholders.ts";
import type { MessageTemplate } from "#server/messaging/outbox/enqueue.ts";
import { presentDone } from "#server/kernel/platform/setting-change.ts";
import type { TextRow } from "./queries.ts";
import { faultsOf, type InBoth, placesOf, standardOf } from "./own-texts.ts";

function ownOf({ subject_en, subject_sw, text_en, text_sw }: TextRow): InBoth | null {
  if (text_en === null || text_sw === null) return null;
  return {
    en: { subject: subject_en, text: text_en },
    sw: { subject: subject_sw, text: text_sw },
  };
}

const presentPlaces = ({ required, known }: TextPlaces) => ({
  required: [...required],
  known: [...known],
});

/** A message with its standard text and its own. */
export function presentMessage(template: MessageTemplate, row: TextRow | undefined) {
  const own = row === undefined ? null : ownOf(row);
  const places = placesOf(template);
  return {
    template: template.name,
    purpose: purposeOf(template.name),
    channel: channelOf(template.name),
    standard: standardOf(template),
    ...(own !== null && { own }),
    gaveWay: own !== null && faultsOf(template, own).length > 0,
    places: { en: presentPlaces(places.en), sw: presentPlaces(places.sw) },
    version: row?.version ?? 0,
    ...(row !== undefined && { changed: presentDone(row) }),
  };
}

/** A version of a message, with its text if it was a custom one. */
export function presentVersion(row: TextRow) {
  const own = ownOf(row);
  return { version: row.version, ...(own !== null && { own }), changed: presentDone(row) };
}
