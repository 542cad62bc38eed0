import { privacyDeskMessages } from "#shared/messages/privacy/desk-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type FormEvent, type ReactElement, useState } from "react";
import { type ErasurePart, proposal } from "#shared/contract/privacy/desk.ts";
import { useWords } from "#web/lib/language.ts";
import { Button } from "#web/ui/button.tsx";
import { CheckField, TICKED } from "#web/ui/check-field.tsx";
import { Tip } from "#web/ui/tip.tsx";
import css from "./privacy-desk.module.css";
import type { RequestProps } from "./request.tsx";
import { useStep } from "./step.ts";

/** Prepares a correction or an erasure for a second person. */
export function Prepare({ whole }: RequestProps): ReactElement {
  const { act: words } = useMessages(privacyDeskMessages);
  const step = useStep(proposal, whole.request.id);
  if (whole.request.kind === "erasure") return <PrepareErasure whole={whole} step={step} />;
  return (
    <>
      <p>{words.proposeCorrection}</p>
      {step.failed && <Tip meaning="bad">{step.failed}</Tip>}
      <Button look="primary" width="full" blocked={step.busy} onClick={() => step.run({})}>
        {words.propose}
      </Button>
    </>
  );
}

interface ErasureProps extends Pick<RequestProps, "whole"> {
  readonly step: ReturnType<typeof useStep<typeof proposal>>;
}

function PrepareErasure({ whole, step }: ErasureProps): ReactElement {
  const { problems } = useWords();
  const { act, rules } = useMessages(privacyDeskMessages);
  const [chosen, setChosen] = useState<readonly ErasurePart[]>([]);
  const [missing, setMissing] = useState(false);
  const offered = whole.erasable.filter(({ state }) => state === "now");
  const parts = offered.map(({ part }) => part).filter((part) => chosen.includes(part));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setMissing(parts.length === 0);
    if (parts.length > 0) step.run({ parts });
  };
  const choose = (part: ErasurePart, value: string): void => {
    const others = chosen.filter((one) => one !== part);
    setChosen(value === TICKED ? [...others, part] : others);
    setMissing(false);
  };
  return (
    <form className={css["form"]} onSubmit={submit} noValidate>
      <p>{act.proposeErasure}</p>
      <fieldset className={css["parts"]}>
        <legend>{act.choose}</legend>
        {offered.map(({ part }) => (
          <CheckField
            key={part}
            bind={{
              name: part,
              value: chosen.includes(part) ? TICKED : "",
              error: undefined,
              onValue: (value) => choose(part, value),
            }}
          >
            {rules.parts[part]}
          </CheckField>
        ))}
      </fieldset>
      {missing && <Tip meaning="bad">{problems["field.required"]}</Tip>}
      {step.failed && <Tip meaning="bad">{step.failed}</Tip>}
      <Button type="submit" look="primary" width="full" blocked={step.busy}>
        {act.propose}
      </Button>
    </form>
  );
}
