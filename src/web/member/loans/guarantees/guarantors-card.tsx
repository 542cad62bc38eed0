import { guaranteesMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactElement, useId, useState } from "react";
import type * as z from "zod/mini";
import { nameGuarantor } from "#shared/contract/loans/guarantees.ts";
import type { application } from "#shared/contract/loans/life.ts";
import { fill } from "#shared/language.ts";
import {
  type Cents,
  formatMoney,
  fromWireAmount,
  parseTypedAmount,
  toWireAmount,
} from "#shared/money.ts";
import { call } from "#web/lib/api.ts";
import { formatDay } from "#web/lib/day.ts";
import { money } from "#web/lib/figures.ts";
import { useForm } from "#web/lib/form.ts";
import { type Guarantor, guarantorBadges, unasked } from "#web/lib/guarantors.ts";
import { useSpoken, useWords } from "#web/lib/language.ts";
import { GUARANTORS } from "#web/paths.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { MoneyField } from "#web/common/fields.tsx";
import { tidyAmount } from "#web/common/typed-amount.ts";
import css from "./guarantees.module.css";

type Application = z.output<typeof application.answer>;
interface Wanted {
  readonly replaces: Guarantor | null;
  readonly amount: Cents;
}

/** The guarantors of an application with each one's status; empty if it needs none. */
export function GuarantorsCard({ loan }: { readonly loan: Application }): ReactElement | null {
  const { card: words } = useMessages(guaranteesMessages);
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const { guarantors, needsGuarantees, guaranteed, state } = loan;
  if (needsGuarantees === 0 && guarantors.length === 0) return null;
  const isOpen = state === "applied";
  const left = unasked(loan);
  // A guarantor who declined is replaced first.
  const isShort = left > 0n && guarantors.every((one) => one.state !== "declined");
  const progress = { accepted: money(guaranteed), needed: money(needsGuarantees) };
  const replace = (replaces: Guarantor): void =>
    setWanted({ replaces, amount: fromWireAmount(replaces.amount) });
  return (
    <Card title={words.title} place={GUARANTORS}>
      {guarantors.length === 0 && <p className={css["empty"]}>{words.none}</p>}
      <ul className={css["list"]}>
        {guarantors.map((one) => (
          <Standing key={one.id} guarantor={one} onReplace={isOpen ? () => replace(one) : null} />
        ))}
      </ul>
      {isOpen && (
        <div className={css["foot"]}>
          <p role="status">{fill(words.progress, progress)}</p>
          {isShort && (
            <>
              <Tip meaning="warn">{words.short}</Tip>
              <Button small onClick={() => setWanted({ replaces: null, amount: left })}>
                {words.another}
              </Button>
            </>
          )}
        </div>
      )}
      {wanted && <Ask loanNo={loan.loanNo} {...wanted} onClose={() => setWanted(null)} />}
    </Card>
  );
}

const useWho = () => {
  const { card: words } = useMessages(guaranteesMessages);
  return ({ name, memberNo }: Guarantor) => name || fill(words.member, { memberNo });
};

interface StandingProps {
  readonly guarantor: Guarantor;
  readonly onReplace: (() => void) | null;
}

function Standing({ guarantor, onReplace }: StandingProps): ReactElement {
  const { card: words } = useMessages(guaranteesMessages);
  const { language } = useSpoken();
  const who = useWho()(guarantor);
  const { state, askedOn, answeredOn } = guarantor;
  const day = formatDay(answeredOn || askedOn, language);
  const facts = answeredOn ? words.answered : words.facts;
  return (
    <li>
      <div>
        <b>{who}</b>
        <small>{fill(facts, { amount: money(guarantor.amount), day })}</small>
      </div>
      <Badge {...guarantorBadges[state]}>{words.states[state]}</Badge>
      {onReplace && (state === "asked" || state === "declined") && (
        <Button small aria-label={fill(words.replaceOne, { who })} onClick={onReplace}>
          {words.replace}
        </Button>
      )}
    </li>
  );
}

interface AskProps extends Wanted {
  readonly loanNo: string;
  readonly onClose: () => void;
}

/** Names one more member, instead of another or in addition to the others. */
function Ask({ loanNo, replaces, amount, onClose }: AskProps): ReactElement {
  const { card: words } = useMessages(guaranteesMessages);
  const { problems } = useWords();
  const who = useWho();
  const cache = useQueryClient();
  const id = useId();
  const form = useForm<"memberNo" | "amount">({
    names: ["memberNo", "amount"],
    starting: { amount: tidyAmount(formatMoney(amount)) },
    check: (values) => ({
      ...(values.memberNo.trim() === "" && { memberNo: problems["field.required"] }),
      ...(parseTypedAmount(values.amount) === null && { amount: problems["amount.form"] }),
    }),
    async send(values) {
      const memberNo = values.memberNo.trim();
      const asked = parseTypedAmount(values.amount) ?? amount;
      const body = {
        memberNo,
        amount: toWireAmount(asked),
        ...(replaces && { replaces: replaces.id }),
      };
      await call(nameGuarantor, { params: { loanNo }, body });
      const text = fill(words.asked, { memberNo: memberNo.toUpperCase() });
      showToast({ kind: "success", text });
      onClose();
      await cache.invalidateQueries();
    },
  });
  return (
    <Dialog
      title={replaces ? fill(words.replaceTitle, { who: who(replaces) }) : words.anotherTitle}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button look="primary" type="submit" form={id} blocked={form.busy}>
            {words.ask}
          </Button>
        </>
      }
    >
      <form id={id} className={css["form"]} onSubmit={form.submit} noValidate>
        <p>{words.text}</p>
        <Field
          label={words.memberNo}
          bind={form.bind("memberNo")}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
        />
        <MoneyField label={words.amount} bind={form.bind("amount")} tidy={tidyAmount} note={null} />
        {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
      </form>
    </Dialog>
  );
}
