import { privacyDeskMessages } from "#shared/messages/privacy/desk-sw.ts";
import { privacyMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import { fill } from "#shared/language.ts";
import type { OwnRequest } from "#web/common/privacy/format.ts";

/** Describes a member's request in the words of the office. */
export function useFormatRequest(): (request: Pick<OwnRequest, "kind" | "detail">) => string {
  const { kinds } = useMessages(privacyDeskMessages);
  const { ask } = useMessages(privacyMessages);
  return ({ kind, detail }) => fill(kinds[kind], { detail: detail && ask.details[detail] });
}
