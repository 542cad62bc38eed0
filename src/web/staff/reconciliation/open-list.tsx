import { reconciliationMessages } from "#shared/messages/reconciliation/reconciliation-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useState } from "react";
import type * as z from "zod/mini";
import type { ReconciledAccount } from "#shared/contract/reconciliation/files.ts";
import {
  enterLine,
  kindOfLine,
  note,
  openItems,
  type ReconciliationSide,
} from "#shared/contract/reconciliation/matching.ts";
import { fill } from "#shared/language.ts";
import { useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { formatDay } from "#web/lib/day.ts";
import { money } from "#web/lib/figures.ts";
import { contractProblems, useForm } from "#web/lib/form.ts";
import { useSpoken, useWords } from "#web/lib/language.ts";
import { usePagedRequest, useRenew } from "#web/lib/query.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Loaded } from "#web/ui/loaded.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";
import { showToast } from "#web/ui/toast.tsx";
import tools from "#web/ui/queue.module.css";
import { useActorLabel } from "../actor-label.ts";
import { CorrectLine } from "./correct-line.tsx";
import { ItemAct } from "./item-act.tsx";
import { ItemForm } from "./item-form.tsx";
import { Search } from "../list-tools.tsx";
import { EmptyList, MoreRows } from "../tabbed-list.tsx";
import type { Selection } from "./selection.ts";
import css from "./reconciliation.module.css";

type Item = z.output<typeof openItems.answer>["rows"][number];

interface OpenProps {
  readonly account: ReconciledAccount;
  readonly side: ReconciliationSide;
  readonly mayPrepare: boolean;
  readonly selection: Selection;
}

/** The items of one side only, to be selected and noted. */
export function OpenList(props: OpenProps): ReactElement {
  const { account, side } = props;
  const { desk: words } = useMessages(reconciliationMessages);
  const [search, setSearch] = useState("");
  const asked = search.trim();
  const query = asked.length > 1 ? { search: asked } : {};
  const load = usePagedRequest(openItems, { params: { account, side }, query }, "after", {
    keepBefore: true,
  });
  return (
    <Card title={words.sides[side]}>
      <div className={tools["tools"]}>
        <Search
          label={`${words.search}: ${words.sides[side]}`}
          hint={words.searchHint}
          value={search}
          onSearch={setSearch}
        />
      </div>
      <Loaded
        load={load}
        loading={words.loading}
        failed={words.failed}
        skeleton={<SkeletonLines rows={6} />}
      >
        {({ pages, more }) => {
          const rows = pages.flatMap((page) => page.rows);
          return rows.length === 0 ? (
            <EmptyList
              words={words}
              search={search}
              onClear={() => setSearch("")}
              title={words.empty}
              text={words.emptyText}
            />
          ) : (
            <>
              <ul className={css["items"]} aria-label={words.sides[side]}>
                {rows.map((item) => (
                  <OpenItem key={item.id} item={item} {...props} />
                ))}
              </ul>
              <MoreRows text={words.more} onMore={more} />
            </>
          );
        }}
      </Loaded>
    </Card>
  );
}

function OpenItem({ item, account, side, mayPrepare, selection }: OpenProps & { item: Item }) {
  const { desk: words } = useMessages(reconciliationMessages);
  const { language } = useSpoken();
  const actor = useActorLabel();
  const { id, day, receipt, text, amount, note: noted, notedBy, bookedAmount } = item;
  const { isProposed, awaitsApproval } = item;
  return (
    <li>
      <label className={css["item"]}>
        {mayPrepare && !isProposed && (
          <input
            type="checkbox"
            data-item
            checked={selection.has(side, id)}
            onChange={() => selection.toggle(side, id, amount)}
            onKeyDown={({ key }) => key === "Enter" && selection.toggle(side, id, amount)}
            aria-label={fill(words.select, { text: receipt || text, amount: money(amount) })}
          />
        )}
        <span className={css["what"]}>
          <b>{text}</b>
          <small>{[formatDay(day, language), receipt].filter(Boolean).join(", ")}</small>
          {bookedAmount !== undefined && (
            <small>{fill(words.booked, { amount: money(bookedAmount) })}</small>
          )}
          {noted && <small>{fill(words.noteBy, { note: noted, by: actor(notedBy) })}</small>}
        </span>
        <span className={css["amount"]}>
          {money(amount)}
          {(isProposed || awaitsApproval) && (
            <Badge icon="clock" meaning="info">
              {isProposed ? words.waits : words.awaits}
            </Badge>
          )}
        </span>
      </label>
      {mayPrepare && (
        <ItemAct name={words.addNote}>
          {(close) => <NoteForm place={{ account, side, id }} noted={noted} onDone={close} />}
        </ItemAct>
      )}
      {mayPrepare && !isProposed && bookedAmount !== undefined && (
        <CorrectLine account={account} id={id} blocked={awaitsApproval} />
      )}
      {mayPrepare && !isProposed && bookedAmount === undefined && side === "statement" && (
        <EnterLine {...{ account, id, receipt }} isIn={amount > 0} blocked={awaitsApproval} />
      )}
    </li>
  );
}

interface EnterProps {
  readonly account: ReconciledAccount;
  readonly id: string;
  readonly isIn: boolean;
  readonly receipt: string;
  readonly blocked: boolean;
}

/** Enters a charge, interest or a payment in from its line. */
function EnterLine(props: EnterProps): ReactElement | null {
  const { account, id, isIn, receipt, blocked } = props;
  const { desk: words } = useMessages(reconciliationMessages);
  const renew = useRenew();
  const kind = kindOfLine(account, isIn);
  const isPayment = kind === "payment-in";
  const { busy, run } = useAction(
    async () => {
      await call(enterLine, { params: { account, id }, body: {} });
      const detail = isPayment ? words.paymentDetail : words.enteredDetail;
      showToast({ kind: "success", text: words.entered, detail });
      await renew(openItems);
    },
    { onFailure: (detail) => showToast({ kind: "failure", text: words.notEntered, detail }) },
  );
  if (isPayment && receipt === "") return null;
  return (
    <Button small look="quiet" blocked={busy || blocked} onClick={() => run()}>
      {words.enter[kind]}
    </Button>
  );
}

interface NoteProps {
  readonly place: { account: ReconciledAccount; side: ReconciliationSide; id: string };
  readonly noted: string;
  readonly onDone: () => void;
}

function NoteForm({ place, noted, onDone }: NoteProps): ReactElement {
  const all = useWords();
  const { desk: words } = useMessages(reconciliationMessages);
  const renew = useRenew();
  const form = useForm<"note">({
    names: ["note"],
    starting: { note: noted },
    check: (values) => contractProblems<"note">(note.body, values, all),
    async send(body) {
      await call(note, { params: place, body });
      showToast({ kind: "success", text: words.noted });
      await renew(openItems);
      onDone();
    },
  });
  return (
    <ItemForm form={form} bind={form.bind("note")} label={words.note} submit={words.saveNote} />
  );
}
