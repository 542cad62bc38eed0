import { checkOffMessages } from "#shared/messages/check-off/check-off-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useEffect, useState } from "react";
import { batch as batchCall } from "#shared/contract/check-off/files.ts";
import { post } from "#shared/contract/check-off/posting.ts";
import { review as reviewCall } from "#shared/contract/check-off/review.ts";
import { fill, type Language } from "#shared/language.ts";
import type { CheckOffWords } from "#shared/messages/check-off/check-off-en.ts";
import { useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { formatDay } from "#web/lib/day.ts";
import { useEvery } from "#web/lib/every.ts";
import { failureWords, ProblemAnswer } from "#web/lib/failure.ts";
import { money, formatCount } from "#web/lib/figures.ts";
import { useSpoken, useWords } from "#web/lib/language.ts";
import { Button } from "#web/ui/button.tsx";
import { Changes } from "#web/ui/changes.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { type Fact, Facts } from "#web/ui/facts.tsx";
import { Running } from "#web/ui/running.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { type ActorLabel, useActorLabel } from "../actor-label.ts";
import { type Batch, useRefresh } from "./batch-data.ts";
import { figuresOf, SameRows } from "./control-totals.tsx";
import css from "./check-off.module.css";
import { type Reviewed, formatCredited, formatReview } from "./review.tsx";

/** A file as shown before it is posted; `lines` is null until they are loaded. */
interface Shown {
  readonly batch: Batch;
  readonly lines: readonly Reviewed[] | null;
  /** The version shown before, where the file has changed since. */
  readonly before: Omit<Shown, "before"> | null;
}

interface PostDialogProps {
  readonly batch: Batch;
  readonly month: string;
  readonly onClose: () => void;
  readonly onReview: () => void;
}

/** Asks before a file is posted exactly as it is shown, and asks again where it has changed. */
export function PostDialog({ batch, month, onClose, onReview }: PostDialogProps): ReactElement {
  const words = useMessages(checkOffMessages);
  const { language } = useSpoken();
  const { post: texts, review } = words;
  const { shown, busy, alert, send } = usePosting(batch, onClose);
  const mayPost = shown.batch.state === "prepared" && !shown.batch.own;
  return (
    <Dialog
      title={shown.before ? review.changedTitle : fill(texts.title, { month })}
      onClose={() => busy || onClose()}
      actions={
        <>
          <Button first blocked={busy} onClick={onClose}>
            {texts.cancel}
          </Button>
          {mayPost && (
            <Button look="primary" blocked={busy || shown.lines === null} onClick={send}>
              {shown.before ? review.changedYes : texts.confirm}
            </Button>
          )}
        </>
      }
    >
      {shown.before && <p>{review.changedText}</p>}
      <p>{formatWhole(shown.batch, words, language)}</p>
      <SameRows batch={shown.batch} />
      {shown.before ? (
        <Scrolled label={review.title}>
          <ChangedFacts before={shown.before} now={shown} />
        </Scrolled>
      ) : (
        <LinesToCheck shown={shown} onReview={onReview} />
      )}
      {!mayPost && <Tip meaning="bad">{review.gone}</Tip>}
      <p role="status">{busy && fill(texts.busy, { lines: formatCount(shown.batch.lines) })}</p>
      {busy && <Progress id={batch.id} />}
      {alert && <Tip meaning="bad">{alert}</Tip>}
    </Dialog>
  );
}

/** Keeps the version shown and posts exactly that; reloads the file where it has changed. */
function usePosting(given: Batch, onDone: () => void) {
  const { post: texts } = useMessages(checkOffMessages);
  const words = useWords();
  const refresh = useRefresh();
  const [shown, setShown] = useState<Shown>({ batch: given, lines: null, before: null });
  const [unreadable, setUnreadable] = useState("");
  useEffect(() => {
    let isGone = false;
    readLines(given).then(
      (read) =>
        isGone || setShown({ ...read, before: read.batch === given ? null : unread(given) }),
      (error: unknown) => isGone || setUnreadable(failureWords(error, words)),
    );
    return () => {
      isGone = true;
    };
    // Only the file shown when the dialog opened counts.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  const attempt = async (): Promise<void> => {
    const { batch } = shown;
    try {
      await call(post, { params: { batch: batch.id }, body: { digest: batch.digest } });
      showToast({ kind: "success", text: texts.done });
      refresh();
      onDone();
    } catch (error) {
      if (!(error instanceof ProblemAnswer) || error.details.reason !== "shown-changed")
        throw error;
      setShown({ ...(await readAgain(batch.id)), before: shown });
      refresh();
    }
  };
  const { busy, failed, run } = useAction(attempt, {
    onFailure: (_, error) => error instanceof ProblemAnswer && refresh(),
  });
  const send = (): void => {
    setUnreadable("");
    run();
  };
  return { shown, busy, alert: failed ?? unreadable, send };
}

/** A file whose lines are not loaded yet. */
function unread(batch: Batch): Omit<Shown, "before"> {
  return { batch, lines: null };
}

/** Loads the lines to check of a file; starts over where it has changed since. */
async function readLines(batch: Batch): Promise<Omit<Shown, "before">> {
  const { rows, print } = await call(reviewCall, { params: { batch: batch.id }, query: {} });
  return print === batch.print ? { batch, lines: rows } : readAgain(batch.id);
}

async function readAgain(id: string): Promise<Omit<Shown, "before">> {
  return readLines(await call(batchCall, { params: { batch: id } }));
}

function formatWhole(batch: Batch, { post: words }: CheckOffWords, language: Language): string {
  const undecided = batch.ambiguous.lines + batch.unmatched.lines;
  const whole = fill(words.text, {
    lines: formatCount(batch.lines),
    day: formatDay(batch.valueDate, language),
    amount: money(batch.amount),
    loans: money(batch.toLoans),
    deposits: money(batch.toDeposits),
    shareCapital: money(batch.toShareCapital),
    fees: money(batch.toFees),
    suspense: money(batch.toSuspense),
  });
  return undecided === 0 ? whole : `${whole} ${fill(words.undecided, { count: undecided })}`;
}

interface LinesToCheckProps {
  readonly shown: Shown;
  readonly onReview: () => void;
}

/** The first lines to check, in a scrolling list; the page lists all of them. */
function LinesToCheck({ shown: { batch, lines }, onReview }: LinesToCheckProps): ReactElement {
  const words = useMessages(checkOffMessages);
  const actorLabel = useActorLabel();
  const { review: texts } = words;
  if (lines === null) return <p role="status">{texts.loading}</p>;
  return (
    <>
      <p>{formatReview(batch.review, texts)}</p>
      {lines.length > 0 && (
        <Scrolled label={texts.title}>
          <Facts facts={lines.map((line) => formatLine(line, words, actorLabel))} />
        </Scrolled>
      )}
      {batch.review.lines > 0 && (
        <p>
          <Button small look="quiet" onClick={onReview}>
            {texts.see}
          </Button>
        </p>
      )}
    </>
  );
}

interface ScrolledProps {
  readonly label: string;
  readonly children: ReactElement;
}

function Scrolled({ label, children }: ScrolledProps): ReactElement {
  return (
    // The focus makes long lists scrollable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={css["scrolled"]} role="group" aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}

interface SaidFact extends Fact {
  readonly value: string;
}

/** A line in one sentence: its member number, who is credited with what, and who decided it. */
function formatLine(line: Reviewed, words: CheckOffWords, actorLabel: ActorLabel): SaidFact {
  const { review: texts, reasons, batch } = words;
  const parts = line.parts.map((part) => `${formatCredited(part, words)}: ${money(part.amount)}`);
  const inFile = `${line.memberNo} ${line.member || batch.unknown}`;
  const why = line.decidedBy === "" ? reasons[line.reason] : actorLabel(line.decidedBy);
  return {
    term: `${fill(texts.row, { row: line.row })}, ${inFile}`,
    value: `${parts.join("; ")} (${why})`,
  };
}

interface ChangedFactsProps {
  readonly before: Omit<Shown, "before">;
  readonly now: Omit<Shown, "before">;
}

/** The differences between the file as it was shown and as it is now. */
function ChangedFacts({ before, now }: ChangedFactsProps): ReactElement {
  const words = useMessages(checkOffMessages);
  const { language } = useSpoken();
  const spoken = { words, language, actorLabel: useActorLabel() };
  const [was, is] = [factsOf(before, spoken), factsOf(now, spoken)];
  const differs = ({ term, value }: SaidFact, others: readonly SaidFact[]) =>
    others.find((other) => other.term === term)?.value !== value;
  return (
    <Changes
      before={was.filter((fact) => differs(fact, is))}
      now={is.filter((fact) => differs(fact, was))}
    />
  );
}

interface Spoken {
  readonly words: CheckOffWords;
  readonly language: Language;
  readonly actorLabel: ActorLabel;
}

function factsOf(
  { batch, lines }: Omit<Shown, "before">,
  { words, language, actorLabel }: Spoken,
): SaidFact[] {
  const { review: texts } = words;
  const { lines: count, amount } = batch.review;
  return [
    { term: words.list.heads.file, value: batch.fileName },
    { term: texts.valueDate, value: formatDay(batch.valueDate, language) },
    { term: words.batch.lines, value: formatCount(batch.lines) },
    ...(batch.sameRows ? [{ term: texts.sameRows, value: batch.sameRows.fileName }] : []),
    ...figuresOf(batch, words.batch).map(([term, sum]) => ({ term, value: money(sum) })),
    {
      term: texts.toCheck,
      value: fill(texts.countAndSum, { count: formatCount(count), amount: money(amount) }),
    },
    ...(lines ?? []).map((line) => formatLine(line, words, actorLabel)),
    { term: texts.print, value: batch.print.slice(0, 12) },
  ];
}

/** The progress of the posting, as the server reports it. */
function Progress({ id }: { readonly id: string }): ReactElement {
  const { post: words } = useMessages(checkOffMessages);
  const [percent, setPercent] = useState(0);
  const look = async (): Promise<void> => {
    const seen = await call(batchCall, { params: { batch: id } }).catch(() => null);
    if (seen !== null) setPercent((before) => Math.max(before, seen.progress));
  };
  useEvery(() => void look(), true);
  const text = fill(words.progress, { percent });
  return <Running done={percent} of={100} text={text} />;
}
