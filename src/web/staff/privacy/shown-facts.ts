import { privacyDeskMessages } from "#shared/messages/privacy/desk-sw.ts";
import { privacyMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ErasurePart } from "#shared/contract/privacy/desk.ts";
import { formatDetail } from "#web/common/privacy/format.ts";
import { useActorLabel } from "../actor-label.ts";
import type { Whole } from "./request.tsx";

/** Returns the function that describes a proposal, with the parts to erase on one line. */
export function useFormatShown({ request: { kind, detail } }: Whole) {
  const actorLabel = useActorLabel();
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
            { term: one.says, value: formatDetail(words, detail, valueOf("current")) },
            { term: one.should, value: formatDetail(words, detail, valueOf("should-be")) },
          ];
    return [...proposed, { term: one.preparedBy, value: actorLabel(valueOf("prepared-by")) }];
  };
}
