import { privacyDeskMessages } from "#shared/messages/privacy/desk-sw.ts";
import { privacyMessages } from "#shared/messages/privacy/privacy-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ErasurePart } from "#shared/contract/privacy/desk.ts";
import { sayDetail } from "#web/member/privacy/say.ts";
import { useSayWho } from "../say-who.ts";
import type { Whole } from "./request.tsx";

/** Returns the function that describes a proposal, with the parts to erase on one line. */
export function useSayShown({ request: { kind, detail } }: Whole) {
  const sayWho = useSayWho();
  const { one, rules } = useMessages(privacyDeskMessages);
  const words = useMessages(privacyMessages);
  return (shown: Whole["shown"]) => {
    const valueOf = (name: Whole["shown"][number]["name"]) =>
      shown.find((fact) => fact.name === name)?.value ?? "";
    const parts = shown
      .filter(({ name }) => name === "part")
      .map(({ value }) => rules.parts[value as ErasurePart]);
    const proposed =
      kind === "erasure"
        ? [{ term: one.erased, value: parts.join(", ") }]
        : [
            { term: one.says, value: sayDetail(words, detail, valueOf("current")) },
            { term: one.should, value: sayDetail(words, detail, valueOf("should-be")) },
          ];
    return [...proposed, { term: one.preparedBy, value: sayWho(valueOf("prepared-by")) }];
  };
}
