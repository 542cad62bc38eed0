import { retentionMessages } from "#shared/messages/privacy/retention-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useState } from "react";
import { setRule } from "#shared/contract/privacy/retention.ts";
import { fill } from "#shared/language.ts";
import { call } from "#web/lib/api.ts";
import { sayDay } from "#web/lib/day.ts";
import { failureWords } from "#web/lib/failure.ts";
import { useSpoken, useWords } from "#web/lib/language.ts";
import { useSaySpan } from "#web/lib/say-span.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Facts } from "#web/ui/facts.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import type { Proposed } from "./retention-form.tsx";
import css from "./settings.module.css";

interface RetentionLookProps {
  readonly proposed: Proposed;
  readonly onClose: () => void;
  readonly onDone: () => void;
  /** Reloads the rules in force, whether the new one was set or rejected. */
  readonly onTried: () => Promise<void>;
}

/** A preview of the records that a rule would delete. */
export function RetentionLook(props: RetentionLookProps): ReactElement {
  const { proposed, onClose, onDone, onTried } = props;
  const words = useMessages(retentionMessages);
  const all = useWords();
  const { language } = useSpoken();
  const span = useSaySpan()(proposed);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const said = { what: words.what[proposed.what], span };
  const set = async (): Promise<void> => {
    const { goes: _, anyway: __, ...body } = proposed;
    setBusy(true);
    try {
      await call(setRule, { body });
      const detail = fill(words.doneDetail, { ...said, day: sayDay(body.effectiveFrom, language) });
      showToast({ kind: "success", text: words.done, detail });
      onDone();
    } catch (error) {
      setFailure(failureWords(error, all));
      setBusy(false);
    }
    await onTried();
  };
  return (
    <Dialog
      title={fill(words.look.title, { span })}
      onClose={onClose}
      actions={
        <>
          <Button first onClick={onClose}>
            {words.look.back}
          </Button>
          <Button look="primary" blocked={busy} onClick={() => void set()}>
            {words.look.set}
          </Button>
        </>
      }
    >
      <Effect proposed={proposed} />
      {failure && <Tip meaning="bad">{failure}</Tip>}
    </Dialog>
  );
}

function Effect({ proposed }: { readonly proposed: Proposed }): ReactElement {
  const words = useMessages(retentionMessages);
  const { look } = words;
  const { language } = useSpoken();
  const span = useSaySpan()(proposed);
  const { what, effectiveFrom, goes, anyway } = proposed;
  const day = sayDay(effectiveFrom, language, "long");
  const isName = what === "books";
  return (
    <>
      <p>{fill(look.says, { what: words.what[what], span, day })}</p>
      <div className={css["terms"]}>
        <Facts
          facts={[
            { term: isName ? look.names : fill(look.goes, { day }), value: String(goes) },
            { term: isName ? look.namesAnyway : look.anyway, value: String(anyway) },
          ]}
        />
      </div>
      {!isName && goes > anyway && (
        <Tip meaning="warn">{fill(look.more, { count: goes - anyway })}</Tip>
      )}
      {!isName && goes < anyway && <p>{fill(look.fewer, { count: anyway - goes })}</p>}
      {goes === anyway && <p>{look.alike}</p>}
    </>
  );
}
