import { retentionMessages } from "#shared/messages/privacy/retention-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement } from "react";
import { setRule } from "#shared/contract/privacy/retention.ts";
import { fill } from "#shared/language.ts";
import { useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { formatDay } from "#web/lib/day.ts";
import { useSpoken } from "#web/lib/language.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Facts } from "#web/ui/facts.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import type { Proposed } from "./retention-form.tsx";
import css from "./settings.module.css";
import type { Span } from "#shared/retention-bounds.ts";

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
  const { language } = useSpoken();
  const span = useFormatSpan()(proposed);
  const values = { what: words.what[proposed.what], span };
  const { busy, failed, run } = useAction(async () => {
    const { goes: _, anyway: __, ...body } = proposed;
    try {
      await call(setRule, { body });
      const detail = fill(words.doneDetail, {
        ...values,
        day: formatDay(body.effectiveFrom, language),
      });
      showToast({ kind: "success", text: words.done, detail });
      onDone();
    } finally {
      void onTried();
    }
  });
  return (
    <Dialog
      title={fill(words.look.title, { span })}
      onClose={onClose}
      actions={
        <>
          <Button first onClick={onClose}>
            {words.look.back}
          </Button>
          <Button look="primary" blocked={busy} onClick={() => run()}>
            {words.look.set}
          </Button>
        </>
      }
    >
      <Effect proposed={proposed} />
      {failed && <Tip meaning="bad">{failed}</Tip>}
    </Dialog>
  );
}

function Effect({ proposed }: { readonly proposed: Proposed }): ReactElement {
  const words = useMessages(retentionMessages);
  const { look } = words;
  const { language } = useSpoken();
  const span = useFormatSpan()(proposed);
  const { what, effectiveFrom, goes, anyway } = proposed;
  const day = formatDay(effectiveFrom, language);
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

/** Formats a length of time in words. */
export function useFormatSpan(): (span: Span) => string {
  const { span } = useMessages(retentionMessages);
  return ({ amount, unit }) =>
    fill(amount === 1 ? span[unit].one : span[unit].many, { count: amount });
}
