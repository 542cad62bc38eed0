import { ownContributionMessages, ownSettingsMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import { useQueryClient } from "@tanstack/react-query";
import type { ReactElement } from "react";
import type * as z from "zod/mini";
import {
  cancelContribution,
  changeContribution,
  ownContribution,
} from "#shared/contract/check-off/contributions.ts";
import { fill } from "#shared/language.ts";
import {
  fromWireAmount,
  isWholeShillings,
  parseTypedAmount,
  toWireAmount,
  ZERO_CENTS,
} from "#shared/money.ts";
import { useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { formatDay } from "#web/lib/day.ts";
import { money } from "#web/lib/figures.ts";
import { useForm } from "#web/lib/form.ts";
import { useSpoken, useWords } from "#web/lib/language.ts";
import { useRequest } from "#web/lib/query.ts";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Crumb } from "#web/ui/crumb.tsx";
import { Facts } from "#web/ui/facts.tsx";
import { Field } from "#web/ui/field.tsx";
import layout from "#web/ui/layout.module.css";
import { Loaded } from "#web/ui/loaded.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Select } from "#web/ui/select.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { ContributionOutlook } from "./contribution-outlook.tsx";
import { CheckOffMonths } from "./check-off-months.tsx";
import css from "./settings.module.css";

type Standing = z.output<typeof ownContribution.answer>;
type Change = Standing["changes"][number];

/** The savings of a member by check-off each month, and the form that changes them. */
export function ContributionPage(): ReactElement {
  const words = useMessages(ownContributionMessages);
  const { title } = useMessages(ownSettingsMessages);
  const load = useRequest(ownContribution);
  return (
    <>
      <Crumb to={paths.ownSettings}>{title}</Crumb>
      <PageHeader title={words.title} lead={words.text} />
      <Loaded
        load={load}
        loading={words.loading}
        failed={words.failed}
        skeleton={
          <Card>
            <SkeletonLines rows={6} />
          </Card>
        }
      >
        {(standing) => (
          <div className={layout["stack"]}>
            <Now standing={standing} />
            <Changes changes={standing.changes} />
            <CheckOffMonths />
          </div>
        )}
      </Loaded>
    </>
  );
}

function Now({ standing }: { readonly standing: Standing }): ReactElement {
  const words = useMessages(ownContributionMessages);
  const { now, blocked } = standing;
  return (
    <Card title={words.form}>
      <Facts
        facts={[{ term: words.now, value: now === undefined ? words.none : `Ksh ${money(now)}` }]}
      />
      {blocked === "" ? (
        <ChangeForm standing={standing} />
      ) : (
        <div className={css["body"]}>
          <Tip meaning="info">{words.blocked[blocked]}</Tip>
        </div>
      )}
    </Card>
  );
}

function ChangeForm({ standing: { months, least, most } }: { readonly standing: Standing }) {
  const words = useMessages(ownContributionMessages);
  const { problems } = useWords();
  const { language } = useSpoken();
  const cache = useQueryClient();
  const named = (month: string): string => formatDay(month, language, "monthYear");
  const offered = months.map((month) => month.slice(0, 7));
  // A month that was chosen may have been changed since, and is then no longer offered.
  const chosen = (month: string): string => (offered.includes(month) ? month : (offered[0] ?? ""));
  const bounds = fill(words.bounds, { least: money(least), most: money(most) });
  const isSaved = (amount: string): boolean => {
    const cents = amountOf(amount);
    if (cents === null || !isWholeShillings(cents)) return false;
    return cents >= fromWireAmount(least) && cents <= fromWireAmount(most);
  };
  const form = useForm<"amount" | "month">({
    names: ["amount", "month"],
    draft: "contribution",
    check({ amount }) {
      if (amount.trim() === "") return { amount: problems["field.required"] };
      return isSaved(amount) ? {} : { amount: bounds };
    },
    async send({ amount, month }) {
      const body = { month: chosen(month), amount: toWireAmount(amountOf(amount) ?? ZERO_CENTS) };
      const made = await call(changeContribution, { body });
      const said = { month: named(made.month), amount: money(made.amount) };
      showToast({ kind: "success", text: fill(words.done, said) });
      form.put({ amount: "", month: "" });
      await cache.invalidateQueries();
    },
  });
  const month = chosen(form.values.month);
  return (
    <form className={css["body"]} onSubmit={form.submit} noValidate>
      <Field
        label={words.amount}
        bind={form.bind("amount")}
        inputMode="numeric"
        autoComplete="off"
        note={{ kind: "hint", text: bounds }}
      />
      <Select
        label={words.from}
        bind={{ ...form.bind("month"), value: month }}
        options={Object.fromEntries(offered.map((one) => [one, named(one)]))}
      />
      <ContributionOutlook
        month={month}
        amount={isSaved(form.values.amount) ? amountOf(form.values.amount) : null}
      />
      <p>{words.rule}</p>
      {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
      <Button look="primary" width="full-on-phones" type="submit" blocked={form.busy}>
        {fill(words.submit, { month: named(month) })}
      </Button>
    </form>
  );
}

/** Zero is an amount here: a member may save nothing, if the policy allows it. */
function amountOf(typed: string) {
  return /^0+$/.test(typed.trim()) ? ZERO_CENTS : parseTypedAmount(typed);
}

function Changes({ changes }: { readonly changes: readonly Change[] }): ReactElement {
  const words = useMessages(ownContributionMessages);
  const columns = useColumns();
  return (
    <Card title={words.changes}>
      {changes.length === 0 ? (
        <p className={css["body"]}>{words.noChanges}</p>
      ) : (
        <Table caption={words.changes} rows={changes} rowKey={({ id }) => id} columns={columns} />
      )}
    </Card>
  );
}

function useColumns(): Column<Change>[] {
  const words = useMessages(ownContributionMessages);
  const { language } = useSpoken();
  return [
    {
      head: words.from,
      place: "what",
      cell: ({ month }) => formatDay(month, language, "monthYear"),
    },
    { head: words.amount, place: "howMuch", number: true, cell: ({ amount }) => money(amount) },
    { head: words.changes, place: "more", cell: (change) => <State change={change} /> },
  ];
}

function State({ change: { id, month, state } }: { readonly change: Change }): ReactElement {
  const words = useMessages(ownContributionMessages);
  const { language } = useSpoken();
  const cache = useQueryClient();
  const said = { month: formatDay(month, language, "monthYear") };
  const { busy, run } = useAction(
    async () => {
      await call(cancelContribution, { params: { id }, body: {} });
      showToast({ kind: "success", text: fill(words.cancelled, said) });
      await cache.invalidateQueries();
    },
    { onFailure: (text) => showToast({ kind: "failure", text }) },
  );
  return (
    <>
      {words.states[state]}{" "}
      {state === "to-come" && (
        <Button
          needsNetwork
          small
          blocked={busy}
          aria-label={fill(words.cancelOne, said)}
          onClick={() => run()}
        >
          {words.cancel}
        </Button>
      )}
    </>
  );
}
