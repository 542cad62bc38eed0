import type { ErasurePart } from "#shared/contract/privacy/desk.ts";
import { usePrivacyDeskWords } from "#web/lib/privacy-desk-words.ts";
import { usePrivacyWords } from "#web/lib/privacy-words.ts";
import { sayDetail } from "#web/member/privacy/say.ts";
import { useSayWho } from "../say-who.ts";
import type { Whole } from "./request.tsx";

/** Returns the function that puts a proposal into words, with the parts to erase in one line. */
export function useSayShown({ request: { kind, detail } }: Whole) {
  const sayWho = useSayWho();
  const { one, rules } = usePrivacyDeskWords();
  const words = usePrivacyWords();
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
