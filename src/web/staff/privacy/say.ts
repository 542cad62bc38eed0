import { fill } from "#shared/language.ts";
import { usePrivacyDeskWords } from "#web/lib/privacy-desk-words.ts";
import { usePrivacyWords } from "#web/lib/privacy-words.ts";
import type { OwnRequest } from "#web/member/privacy/say.ts";

/** What a member asks for, in the words of the office. */
export function useSayRequest(): (request: Pick<OwnRequest, "kind" | "detail">) => string {
  const { kinds } = usePrivacyDeskWords();
  const { ask } = usePrivacyWords();
  return ({ kind, detail }) => fill(kinds[kind], { detail: detail && ask.details[detail] });
}
