import { importsMessages } from "#shared/messages/imports/imports-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useState } from "react";
import { fill } from "#shared/language.ts";
import { money, formatCount } from "#web/lib/figures.ts";
import { Changes } from "#web/ui/changes.tsx";
import { Facts } from "#web/ui/facts.tsx";
import type { Import } from "./import-data.ts";

interface AskedImport {
  /** The import as it was shown when the dialog opened, or last confirmed. */
  readonly shown: Import;
  readonly hasChanged: boolean;
  /** Returns the import to act on as it is shown now, and keeps it as shown. */
  readonly agree: () => Import;
}

/** Keeps an import as it was when the dialog opened, to detect whether it has changed since. */
export function useAsked(found: Import, busy: boolean): AskedImport {
  const [shown, setShown] = useState(found);
  const agree = (): Import => {
    setShown(found);
    return found;
  };
  return { shown, hasChanged: !busy && found.shownDigest !== shown.shownDigest, agree };
}

interface AskedProps {
  readonly asked: AskedImport;
  readonly now: Import;
}

/** The import to post or undo, next to the version shown before if it has changed. */
export function Asked({ asked, now }: AskedProps): ReactElement {
  const { act: words } = useMessages(importsMessages);
  const [was, is] = [useFacts(asked.shown), useFacts(now)];
  if (!asked.hasChanged) return <Facts facts={was} />;
  const before = was.filter(({ term, value }) => valueOf(is, term) !== value);
  return (
    <>
      <p>{words.changedText}</p>
      <Changes before={before} now={is.filter(({ term, value }) => valueOf(was, term) !== value)} />
    </>
  );
}

interface SaidFact {
  readonly term: string;
  readonly value: string;
}

function valueOf(facts: readonly SaidFact[], wanted: string): string | undefined {
  return facts.find(({ term }) => term === wanted)?.value;
}

function useFacts({ files, kinds, closing, entries, reversed, print, state }: Import): SaidFact[] {
  const { act: words, accounts } = useMessages(importsMessages);
  const named: Readonly<Record<string, string>> = accounts;
  const rows = files.map((file) => ({
    term: file.name,
    value: fill(words.rowsIn, { rows: formatCount(file.rows) }),
  }));
  const sums = kinds.map((kind) => ({
    term: kind.kind,
    value: fill(words.rowsAndSum, { rows: formatCount(kind.rows), amount: money(kind.amount) }),
  }));
  const totals = closing.rows.map(({ code, debit, credit }) => ({
    term: named[code] ?? code,
    value: money(Math.max(debit, credit)),
  }));
  const undoing = [
    { term: words.toReverse, value: formatCount(entries - reversed) },
    { term: words.reversed, value: formatCount(reversed) },
  ];
  const content = { term: words.print, value: print.slice(0, 12) };
  return [...rows, ...sums, ...(state === "posted" ? undoing : totals), content];
}
