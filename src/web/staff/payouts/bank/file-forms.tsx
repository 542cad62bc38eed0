import { type ReactElement, useState } from "react";
import {
  eftFile,
  eftFiles,
  eftQueue,
  eftResult,
  eftResults,
  eftTakeBack,
} from "#shared/contract/payouts/bank.ts";
import { fill } from "#shared/language.ts";
import { bankMessages } from "#shared/messages/payouts/bank-sw.ts";
import { useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { money } from "#web/lib/figures.ts";
import { contractProblems, useForm } from "#web/lib/form.ts";
import { useWords } from "#web/lib/language.ts";
import { useMessages } from "#web/lib/words.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Select } from "#web/ui/select.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import page from "#web/ui/desk-page.module.css";
import { useRenewDesk } from "../../renew-desk.ts";
import type { EftDetails } from "./file-page.tsx";

/** A result as it is typed; the server reads it again. */
type ReportedLine = { readonly line: number } & (
  | { readonly outcome: "paid"; readonly bankReference: string }
  | { readonly outcome: "returned"; readonly reason: string }
);
type Name = "bankReference" | "reason";

interface FoundProps {
  readonly found: EftDetails;
}

/** Collects the bank's results for payments of a file, and sends them for approval. */
export function ResultsForm({ found }: FoundProps): ReactElement {
  const { one: words } = useMessages(bankMessages);
  const [told, setTold] = useState<readonly ReportedLine[]>([]);
  const toldLines = new Set(told.map(({ line }) => line));
  const open = found.lines.filter(({ line, state }) => state === "open" && !toldLines.has(line));
  const [first] = open;
  return (
    <>
      <p>{words.actText}</p>
      {first && (
        <ResultForm
          key={first.line}
          open={open}
          onAdd={(result) => setTold([...told, result].toSorted((a, b) => a.line - b.line))}
        />
      )}
      {told.length > 0 && (
        <ToldResults
          found={found}
          told={told}
          onRemove={(line) => setTold(told.filter((one) => one.line !== line))}
        />
      )}
    </>
  );
}

interface ResultProps {
  readonly open: EftDetails["lines"];
  readonly onAdd: (told: ReportedLine) => void;
}

function ResultForm({ open, onAdd }: ResultProps): ReactElement {
  const all = useWords();
  const { one: words } = useMessages(bankMessages);
  const [line, setLine] = useState(String(open[0]?.line ?? ""));
  const [outcome, setOutcome] = useState<"paid" | "returned">("paid");
  const resultOf = ({ bankReference, reason }: Readonly<Record<Name, string>>): ReportedLine =>
    outcome === "paid"
      ? { line: Number(line), outcome, bankReference }
      : { line: Number(line), outcome, reason };
  // A result has only the field that belongs to its outcome.
  const checkedOf = (values: Readonly<Record<Name, string>>) =>
    resultOf(values) as ReportedLine & Readonly<Record<Name, unknown>>;
  const form = useForm<Name>({
    names: ["bankReference", "reason"],
    check: (values) => contractProblems<Name>(eftResult, checkedOf(values), all),
    async send(values) {
      onAdd(resultOf(values));
    },
  });
  // A key that consists of digits would be sorted before the others, so each begins with a blank.
  const options = Object.fromEntries(
    open.map(({ line: no, fullName: name, amount }) => [
      ` ${no}`,
      fill(words.lineOption, { line: no, name, amount: money(amount) }),
    ]),
  );
  const chosen = { name: "line", value: ` ${line}`, error: undefined };
  const done = { name: "outcome", value: outcome, error: undefined };
  return (
    <form className={page["form"]} onSubmit={form.submit} noValidate>
      <Select
        label={words.line}
        bind={{ ...chosen, onValue: (given) => setLine(given.trim()) }}
        options={options}
      />
      <Select
        label={words.outcome}
        bind={{ ...done, onValue: (given) => setOutcome(given === "paid" ? "paid" : "returned") }}
        options={words.outcomes}
      />
      {outcome === "paid" ? (
        <Field
          label={words.bankReference}
          bind={form.bind("bankReference")}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
        />
      ) : (
        <Field label={words.reason} bind={form.bind("reason")} autoComplete="off" />
      )}
      <Button width="full-on-phones" type="submit" blocked={form.busy}>
        {words.add}
      </Button>
    </form>
  );
}

interface ToldProps extends FoundProps {
  readonly told: readonly ReportedLine[];
  readonly onRemove: (line: number) => void;
}

function ToldResults({ found: { id, lines }, told, onRemove }: ToldProps): ReactElement {
  const { one: words, sent } = useMessages(bankMessages);
  const renew = useRenewDesk();
  const send = async (): Promise<void> => {
    await call(eftResults, { params: { id }, body: { rows: [...told] } });
    showToast({ kind: "success", text: sent, detail: words.sentDetail });
    await renew(eftFile);
  };
  const { busy, failed, run } = useAction(send);
  const what = (one: ReportedLine): string =>
    `${words.outcomes[one.outcome]}, ${one.outcome === "paid" ? one.bankReference : one.reason}`;
  const nameOf = (one: ReportedLine): string =>
    lines.find(({ line }) => line === one.line)?.fullName ?? "";
  return (
    <>
      <ul className={page["likely"]} aria-label={words.told}>
        {told.map((one) => (
          <li key={one.line}>
            <span>
              {fill(words.toldLine, { line: one.line, name: nameOf(one), what: what(one) })}
            </span>
            <Button small onClick={() => onRemove(one.line)}>
              {fill(words.remove, { line: one.line })}
            </Button>
          </li>
        ))}
      </ul>
      {failed && <Tip meaning="bad">{failed}</Tip>}
      <Button look="primary" width="full-on-phones" blocked={busy} onClick={() => run()}>
        {words.send}
      </Button>
    </>
  );
}

/** Asks another person to confirm that the file never reached the bank. */
export function TakeBackForm({ id }: { readonly id: string }): ReactElement {
  const all = useWords();
  const { one: words, sent } = useMessages(bankMessages);
  const renew = useRenewDesk();
  const form = useForm<"reason">({
    names: ["reason"],
    draft: `take back file ${id}`,
    check: (values) => contractProblems<"reason">(eftTakeBack.body, values, all),
    async send(body) {
      await call(eftTakeBack, { params: { id }, body });
      showToast({ kind: "success", text: sent });
      await renew(eftFile, eftFiles, eftQueue);
    },
  });
  return (
    <form className={page["form"]} onSubmit={form.submit} noValidate>
      <p>{words.takeBackText}</p>
      <Field label={words.takeBackReason} bind={form.bind("reason")} autoComplete="off" />
      {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
      <Button width="full-on-phones" type="submit" blocked={form.busy}>
        {words.takeBack}
      </Button>
    </form>
  );
}
