import { type ReactElement, useState } from "react";
import { files, list, takeFile } from "#shared/contract/payouts.ts";
import { fill } from "#shared/language.ts";
import { payoutProblem } from "#shared/messages/payout-problem.ts";
import { call } from "#web/lib/api.ts";
import { failureWords } from "#web/lib/failure.ts";
import { money, sayCount } from "#web/lib/figures.ts";
import { useWords } from "#web/lib/language.ts";
import { usePayoutWords } from "#web/lib/payout-words.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import dividends from "../dividends/dividends.module.css";
import type { Officer } from "../officer.ts";
import { useRenewDesk } from "../renew-desk.ts";
import css from "./payouts.module.css";
import type { FirstPage } from "./queue.tsx";

type Queue = NonNullable<FirstPage["queue"]>;

interface QueueCardProps {
  /** Null while it is not known. */
  readonly queue: Queue | null;
  readonly officer: Officer;
}

/** By which way payouts leave, how many are ready to, and the file that takes them along. */
export function QueueCard({ queue, officer }: QueueCardProps): ReactElement | null {
  const words = usePayoutWords();
  const [asks, setAsks] = useState(false);
  if (queue === null) return null;
  const counts = [
    [words.queue.due, queue.due],
    [words.queue.later, queue.later],
    [words.queue.awaited, queue.awaited],
  ] as const;
  return (
    <Card title={words.queue.title}>
      <p className={css["about"]}>{words.queue[queue.channel]}</p>
      <dl className={dividends["counts"]}>
        {counts.map(([term, count]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{sayCount(count)}</dd>
          </div>
        ))}
      </dl>
      {queue.problem && (
        <div className={css["note"]}>
          <Tip meaning="warn">
            {fill(words.queue.because, { why: payoutProblem(queue.problem, words) })}
          </Tip>
        </div>
      )}
      {officer.may("payouts.send") && (
        <div className={css["foot"]}>
          <Button
            look={queue.channel === "file" && queue.due > 0 ? "primary" : "outline"}
            onClick={() => setAsks(true)}
          >
            {words.queue.take}
          </Button>
        </div>
      )}
      {asks && <TakeDialog due={queue.due} onClose={() => setAsks(false)} />}
    </Card>
  );
}

interface TakeProps {
  readonly due: number;
  readonly onClose: () => void;
}

function TakeDialog({ due, onClose }: TakeProps): ReactElement {
  const all = useWords();
  const { queue: words, act } = usePayoutWords();
  const renew = useRenewDesk();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState("");
  const take = async (): Promise<void> => {
    setBusy(true);
    setFailed("");
    try {
      const made = await call(takeFile, { body: {} });
      const said = { id: made.id, payments: sayCount(made.payments), amount: money(made.amount) };
      showToast({ kind: "success", text: fill(words.taken, said) });
      await renew(list, files);
      onClose();
    } catch (error) {
      setFailed(failureWords(error, all));
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={words.takeTitle}
      onClose={() => busy || onClose()}
      actions={
        <>
          <Button first blocked={busy} onClick={onClose}>
            {act.cancel}
          </Button>
          <Button look="primary" blocked={busy} onClick={() => void take()}>
            {words.takeYes}
          </Button>
        </>
      }
    >
      <p>{fill(words.takeText, { payments: sayCount(due) })}</p>
      {failed && <Tip meaning="bad">{failed}</Tip>}
    </Dialog>
  );
}
