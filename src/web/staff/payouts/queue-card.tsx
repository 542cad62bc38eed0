import { signedInMessages } from "#web/lib/member-texts.ts";
import { payoutsMessages } from "#shared/messages/payouts/payouts-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useState } from "react";
import type * as z from "zod/mini";
import { files, list, nextFile, takeFile } from "#shared/contract/payouts/desk.ts";
import { fill } from "#shared/language.ts";
import { payoutProblem } from "#shared/messages/payouts/payout-problem.ts";
import { call } from "#web/lib/api.ts";
import { money, formatCount } from "#web/lib/figures.ts";
import { useForm } from "#web/lib/form.ts";
import { useRequest } from "#web/lib/query.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Changes } from "#web/ui/changes.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Loaded } from "#web/ui/loaded.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import desk from "#web/ui/desk.module.css";
import type { Officer } from "../officer.ts";
import { useHeldFacts } from "../held-facts.ts";
import { useRenewDesk } from "../renew-desk.ts";
import css from "#web/ui/desk-page.module.css";
import type { FirstPage } from "./queue.tsx";

type Queue = NonNullable<FirstPage["queue"]>;

interface QueueCardProps {
  /** Null while it is not known. */
  readonly queue: Queue | null;
  readonly officer: Officer;
}

/** The channel of the payouts, how many are ready, and the file to send them with. */
export function QueueCard({ queue, officer }: QueueCardProps): ReactElement | null {
  const words = useMessages(payoutsMessages);
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
      <dl className={desk["counts"]}>
        {counts.map(([term, count]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
      {queue.problem && (
        <div className={css["note"]}>
          <Tip meaning="warn">
            {fill(words.queue.because, { why: payoutProblem(queue.problem, words.problems) })}
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
      {asks && <TakeDialog onClose={() => setAsks(false)} />}
    </Card>
  );
}

interface TakeProps {
  readonly onClose: () => void;
}

/** Counts the payouts ready now, and puts exactly those into a file. */
function TakeDialog({ onClose }: TakeProps): ReactElement {
  const { queue: words, act } = useMessages(payoutsMessages);
  const load = useRequest(nextFile, undefined, { isAccess: true });
  const isWaiting = load.state !== "loaded";
  return (
    <Dialog
      title={words.takeTitle}
      onClose={onClose}
      actions={
        isWaiting && (
          <Button first onClick={onClose}>
            {act.cancel}
          </Button>
        )
      }
    >
      <Loaded
        load={load}
        loading={words.counting}
        failed={words.countFailed}
        skeleton={<SkeletonLines rows={2} />}
      >
        {(next) => <TakeForm next={next} onClose={onClose} />}
      </Loaded>
    </Dialog>
  );
}

type NextFile = z.output<typeof nextFile.answer>;

function TakeForm(props: TakeProps & { readonly next: NextFile }): ReactElement {
  const { queue: words, act } = useMessages(payoutsMessages);
  const { changes } = useMessages(signedInMessages);
  const { now, before, form } = useTake(props);
  const values = { payments: formatCount(now.payments), amount: money(now.amount) };
  const facts = (next: NextFile) => [
    { term: words.payments, value: formatCount(next.payments) },
    { term: words.amount, value: money(next.amount) },
  ];
  return (
    <form className={css["form"]} onSubmit={form.submit} noValidate>
      <p>
        {before ? changes.text : now.payments === 0 ? words.takeNone : fill(words.takeText, values)}
      </p>
      {before && <Changes before={facts(before)} now={facts(now)} />}
      {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
      <div className={css["buttons"]}>
        <Button first blocked={form.busy} onClick={props.onClose}>
          {act.cancel}
        </Button>
        <Button type="submit" look="primary" blocked={form.busy || now.payments === 0}>
          {words.takeYes}
        </Button>
      </div>
    </form>
  );
}

function useTake({ next, onClose }: TakeProps & { readonly next: NextFile }) {
  const { queue: words } = useMessages(payoutsMessages);
  const renew = useRenewDesk();
  const { now, before, decide } = useHeldFacts(next, () => call(nextFile));
  const form = useForm<never>({
    names: [],
    check: () => ({}),
    async send() {
      const isDone = await decide(async ({ shownDigest }) => {
        const made = await call(takeFile, { body: { shownDigest } });
        const values = {
          id: made.id,
          payments: formatCount(made.payments),
          amount: money(made.amount),
        };
        showToast({ kind: "success", text: fill(words.taken, values) });
      });
      if (!isDone) return;
      onClose();
      await renew(list, files, nextFile);
    },
  });
  return { now, before, form };
}
