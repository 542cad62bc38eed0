import { dividendDeskMessages } from "#shared/messages/dividends/desk-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useState } from "react";
import type * as z from "zod/mini";
import { held, sendHeld } from "#shared/contract/dividends/payments.ts";
import { heldDestinations } from "#shared/dividend-part-places.ts";
import { fill } from "#shared/language.ts";
import type { DividendDeskWords } from "#shared/messages/dividends/desk-en.ts";
import { call } from "#web/lib/api.ts";
import { money, formatCount } from "#web/lib/figures.ts";
import { contractProblems, useForm } from "#web/lib/form.ts";
import { useWords } from "#web/lib/language.ts";
import { useRequest } from "#web/lib/query.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Loaded } from "#web/ui/loaded.tsx";
import { Select } from "#web/ui/select.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { useRenewDesk } from "../renew-desk.ts";
import desk from "#web/ui/desk.module.css";
import css from "./dividends.module.css";

type Held = z.output<typeof held.answer>;
type Part = Held["rows"][number];

interface HeldProps {
  readonly year: number;
  /** Whether the viewer may request to send a part elsewhere. */
  readonly maySend: boolean;
}

/** The parts of a paid dividend that are on hold; empty if there are none. */
export function HeldCard({ year, maySend }: HeldProps): ReactElement | null {
  const { held: words } = useMessages(dividendDeskMessages);
  const load = useRequest(held, { params: { year: String(year) } });
  const [asked, setAsked] = useState<Part | null>(null);
  if (load.state === "loaded" && load.data.parts === 0) return null;
  return (
    <Card title={words.title}>
      <Loaded
        load={load}
        loading={words.loading}
        failed={words.failed}
        skeleton={<SkeletonLines rows={3} />}
      >
        {(found) => <Parts found={found} maySend={maySend} onSend={setAsked} />}
      </Loaded>
      {asked && <SendDialog year={year} part={asked} onClose={() => setAsked(null)} />}
    </Card>
  );
}

interface PartsProps {
  readonly found: Held;
  readonly maySend: boolean;
  readonly onSend: (part: Part) => void;
}

function Parts({ found, maySend, onSend }: PartsProps): ReactElement {
  const words = useMessages(dividendDeskMessages);
  const { held: texts } = words;
  const lead = { parts: formatCount(found.parts), amount: money(found.amount) };
  return (
    <>
      <p className={css["lead"]}>{fill(texts.lead, lead)}</p>
      <Table
        caption={texts.caption}
        columns={columnsOf(words, maySend ? onSend : null)}
        rows={found.rows}
        rowKey={({ memberNo, part }) => `${memberNo} ${part}`}
      />
      {found.parts > found.rows.length && <p className={css["lead"]}>{texts.more}</p>}
    </>
  );
}

function columnsOf(
  { held: words, plan }: DividendDeskWords,
  onSend: ((part: Part) => void) | null,
): Column<Part>[] {
  return [
    {
      head: words.heads.member,
      place: "what",
      cell: ({ member, memberNo }) => `${member}, ${memberNo}`,
    },
    {
      head: words.heads.reason,
      place: "more",
      cell: (part) => (
        <>
          {plan.reasons[part.reason]}
          {part.isRequested && <small className={css["line"]}>{words.waits}</small>}
          {onSend && !part.isRequested && (
            <Button
              small
              aria-label={fill(words.sendOf, { member: part.member })}
              onClick={() => onSend(part)}
            >
              {words.send}
            </Button>
          )}
        </>
      ),
    },
    {
      head: words.heads.amount,
      place: "howMuch",
      number: true,
      cell: ({ amount }) => money(amount),
    },
  ];
}

interface SendProps {
  readonly year: number;
  readonly part: Part;
  readonly onClose: () => void;
}

function SendDialog({ year, part, onClose }: SendProps): ReactElement {
  const words = useWords();
  const { ask } = useMessages(dividendDeskMessages).held;
  const renew = useRenewDesk();
  const hasLeft = part.reason === "member-left";
  const form = useForm<"destination" | "voucher" | "reason">({
    names: ["destination", "voucher", "reason"],
    starting: { destination: hasLeft ? "cash" : "deposits" },
    check: (values) => contractProblems(sendHeld.body, bodyOf(values), words),
    async send(values) {
      const params = { year: String(year), memberNo: part.memberNo, part: part.part };
      await call(sendHeld, { params, body: bodyOf(values) });
      showToast({ kind: "success", text: ask.done });
      onClose();
      await renew(held);
    },
  });
  const destinations = heldDestinations.filter((to) => !hasLeft || to === "cash");
  const about = { amount: money(part.amount), member: part.member };
  return (
    <Dialog title={fill(ask.title, about)} onClose={() => form.busy || onClose()} actions={null}>
      <form onSubmit={form.submit} noValidate>
        <p>{ask.text}</p>
        <Select
          label={ask.destination}
          bind={form.bind("destination")}
          options={Object.fromEntries(destinations.map((to) => [to, ask.destinations[to]]))}
        />
        {form.values.destination === "cash" && (
          <Field label={ask.voucher} bind={form.bind("voucher")} autoComplete="off" />
        )}
        <Field label={ask.reason} bind={form.bind("reason")} autoComplete="off" />
        {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
        <div className={desk["buttons"]}>
          <Button first blocked={form.busy} onClick={onClose}>
            {ask.cancel}
          </Button>
          <Button type="submit" look="primary" blocked={form.busy}>
            {ask.confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface Typed {
  readonly destination: string;
  readonly voucher: string;
  readonly reason: string;
}

function bodyOf({ destination, voucher, reason }: Typed) {
  return {
    destination: destination as (typeof heldDestinations)[number],
    voucher: destination === "cash" ? voucher : undefined,
    reason,
  };
}
