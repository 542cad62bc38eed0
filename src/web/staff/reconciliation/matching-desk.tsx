import { reconciliationMessages } from "#shared/messages/reconciliation/reconciliation-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { overview, type ReconciledAccount } from "#shared/contract/reconciliation/files.ts";
import {
  match,
  matches,
  openItems,
  propose,
  reconciliationSides,
} from "#shared/contract/reconciliation/matching.ts";
import { fill } from "#shared/language.ts";
import { addCents, formatMoney, negateCents } from "#shared/money.ts";
import { useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { formatCount } from "#web/lib/figures.ts";
import { paths } from "#web/paths.ts";
import { reconciliationAddress } from "#web/staff/addresses.ts";
import { classes } from "#web/ui/classes.ts";
import { Button } from "#web/ui/button.tsx";
import { Crumb } from "#web/ui/crumb.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import page from "#web/ui/desk-page.module.css";
import { useKeys } from "../keys.ts";
import type { Officer } from "../officer.ts";
import { useRenewDesk } from "../renew-desk.ts";
import { Matches } from "./matches.tsx";
import { OpenList } from "./open-list.tsx";
import { type Selection, useSelection } from "./selection.ts";
import css from "./reconciliation.module.css";

interface DeskProps {
  readonly account: ReconciledAccount;
  readonly officer: Officer;
}

/** The matching desk: both sides beside each other, and the matches that wait. */
export function MatchingDesk({ account, officer }: DeskProps): ReactElement {
  const { accounts, desk: words } = useMessages(reconciliationMessages);
  const { overview: overviewWords } = useMessages(reconciliationMessages);
  const selection = useSelection();
  const renew = useRenewDesk();
  const onChanged = () => renew(overview, openItems, matches);
  useKeys({ j: () => focusItem(1), k: () => focusItem(-1) });
  const mayPrepare = officer.may("reconciliation.prepare");
  return (
    <div className={page["page"]}>
      <Crumb to={paths.reconciliation}>{overviewWords.title}</Crumb>
      <PageHeader
        title={fill(words.title, { account: accounts[account] })}
        place={reconciliationAddress(account)}
        lead={words.lead}
        actions={mayPrepare && <Propose account={account} onChanged={onChanged} />}
      />
      <Matches account={account} state="proposed" officer={officer} onChanged={onChanged} />
      {mayPrepare && <MatchBar account={account} selection={selection} onChanged={onChanged} />}
      <div className={css["lists"]}>
        {reconciliationSides.map((side) => (
          <OpenList
            key={side}
            account={account}
            side={side}
            mayPrepare={mayPrepare}
            selection={selection}
          />
        ))}
      </div>
      <Matches account={account} state="confirmed" officer={officer} onChanged={onChanged} />
    </div>
  );
}

/** Moves the focus along the items of both lists. */
function focusItem(steps: 1 | -1): void {
  const items = [...document.querySelectorAll<HTMLElement>("[data-item]")];
  const at = items.findIndex((item) => item === document.activeElement);
  items[at === -1 ? 0 : at + steps]?.focus();
}

interface ActProps {
  readonly account: ReconciledAccount;
  readonly onChanged: () => Promise<void>;
}

function Propose({ account, onChanged }: ActProps): ReactElement {
  const { desk: words } = useMessages(reconciliationMessages);
  const { busy, run } = useAction(
    async () => {
      const { proposed } = await call(propose, { params: { account }, body: {} });
      const count = formatCount(proposed);
      const text = proposed === 0 ? words.nothingProposed : fill(words.proposedTitle, { count });
      showToast({ kind: "success", text });
      await onChanged();
    },
    { onFailure: (detail) => showToast({ kind: "failure", text: words.failed, detail }) },
  );
  return (
    <Button blocked={busy} onClick={() => run()}>
      {words.propose}
    </Button>
  );
}

interface BarProps extends ActProps {
  readonly selection: Selection;
}

/** The sums of what is selected, and the button that matches it. */
function MatchBar({ account, selection, onChanged }: BarProps): ReactElement {
  const { desk: words } = useMessages(reconciliationMessages);
  const [lines, entries] = [selection.ids("statement"), selection.ids("books")];
  const [lineSum, entrySum] = [selection.sum("statement"), selection.sum("books")];
  const difference = addCents(lineSum, negateCents(entrySum));
  const count = lines.length + entries.length;
  const { busy, failed, run } = useAction(async () => {
    await call(match, { params: { account }, body: { lines, entries } });
    selection.clear();
    showToast({ kind: "success", text: words.matched, detail: words.matchedDetail });
    await onChanged();
  });
  const sums = { lines: formatMoney(lineSum), entries: formatMoney(entrySum) };
  return (
    <section className={classes(css["bar"], count === 0 && css["idle"])} aria-label={words.match}>
      <p role="status">
        {count === 0
          ? words.matchEmpty
          : `${fill(words.chosen, sums)}. ${
              difference === 0n
                ? words.equal
                : fill(words.difference, { amount: formatMoney(difference) })
            }`}
      </p>
      <Button look="primary" blocked={busy || count < 2 || difference !== 0n} onClick={() => run()}>
        {fill(words.match, { count })}
      </Button>
      {failed && <Tip meaning="bad">{failed}</Tip>}
    </section>
  );
}
