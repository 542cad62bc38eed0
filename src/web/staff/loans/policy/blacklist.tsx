import { loanPolicyMessages } from "#shared/messages/loans/policy-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactElement, useState } from "react";
import type * as z from "zod/mini";
import { blacklist, listMember, removeMember } from "#shared/contract/loans/policy.ts";
import { fill } from "#shared/language.ts";
import type { LoanPolicyWords } from "#shared/messages/loans/policy-en.ts";
import { call } from "#web/lib/api.ts";
import { formatDay } from "#web/lib/day.ts";
import { contractProblems, useForm } from "#web/lib/form.ts";
import { useSpoken, useWords } from "#web/lib/language.ts";
import { useRequest } from "#web/lib/query.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Loaded } from "#web/ui/loaded.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ListFile } from "#web/staff/list-file.tsx";
import css from "./loan-policy.module.css";

type List = z.output<typeof blacklist.answer>;
type Listed = List["rows"][number];
type Removed = List["removed"][number];

/** Members who are barred from borrowing: who decided it, when and why. */
export function Blacklist(): ReactElement {
  const { blacklist: words } = useMessages(loanPolicyMessages);
  const cache = useQueryClient();
  const [after, setAfter] = useState<string>();
  const load = useRequest(blacklist, { query: { after } }, { keepBefore: true });
  const changed = (): void => void cache.invalidateQueries({ queryKey: [blacklist.path] });
  return (
    <Card title={words.title} link={<ListFile list="blacklist" />}>
      <div className={css["listing"]}>
        <p>{words.lead}</p>
        <ListForm onListed={changed} />
      </div>
      <Loaded
        load={load}
        loading={words.loading}
        failed={words.failed}
        skeleton={<SkeletonLines rows={3} />}
      >
        {({ rows, next, removed }) => (
          <>
            <ListedMembers rows={rows} onChanged={changed} />
            {(next !== "" || after !== undefined) && (
              <div className={css["acts"]}>
                {after !== undefined && (
                  <Button small onClick={() => setAfter(undefined)}>
                    {words.first}
                  </Button>
                )}
                {next !== "" && (
                  <Button small onClick={() => setAfter(next)}>
                    {words.more}
                  </Button>
                )}
              </div>
            )}
            {removed.length > 0 && <RemovedMembers rows={removed} />}
          </>
        )}
      </Loaded>
    </Card>
  );
}

function ListForm({ onListed }: { readonly onListed: () => void }): ReactElement {
  const all = useWords();
  const { blacklist: words } = useMessages(loanPolicyMessages);
  const [round, setRound] = useState(0);
  const form = useForm<"memberNo" | "reason">({
    names: ["memberNo", "reason"],
    draft: "loan-blacklist",
    check: (values) => contractProblems(listMember.body, values, all),
    async send(values) {
      const { member } = await call(listMember, { body: values });
      showToast({ kind: "success", text: fill(words.added, { name: member }) });
      setRound(round + 1);
      onListed();
    },
  });
  return (
    <form className={css["listForm"]} onSubmit={form.submit} noValidate>
      <Field
        label={words.memberNo}
        bind={form.bind("memberNo")}
        type="text"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <Field
        label={words.reason}
        bind={form.bind("reason")}
        type="text"
        autoComplete="off"
        note={{ kind: "hint", text: words.reasonHint }}
      />
      <Button type="submit" width="full-on-phones" blocked={form.busy}>
        {words.add}
      </Button>
      {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
    </form>
  );
}

type Words = LoanPolicyWords["blacklist"];
type Say = (done: { readonly by: string; readonly date: string }) => string;

function listedColumns(
  words: Words,
  said: Say,
  takeOff: (row: Listed) => void,
): readonly Column<Listed>[] {
  return [
    { head: words.member, cell: (row) => <Who row={row} />, place: "what" },
    { head: words.reason, cell: ({ reason }) => reason, place: "more" },
    { head: words.listed, cell: ({ listed }) => said(listed), place: "when" },
    {
      head: words.actions,
      cell: (row) => (
        <Button
          small
          aria-label={fill(words.takeOff, { name: row.member })}
          onClick={() => takeOff(row)}
        >
          {words.actions}
        </Button>
      ),
      place: "howMuch",
    },
  ];
}

function removedColumns(words: Words, said: Say): readonly Column<Removed>[] {
  return [
    { head: words.member, cell: (row) => <Who row={row} />, place: "what" },
    { head: words.reason, cell: ({ reason }) => reason, place: "more" },
    { head: words.removedOn, cell: ({ removed }) => said(removed), place: "when" },
    { head: words.why, cell: ({ removed }) => removed.reason, place: "reference" },
  ];
}

interface RowsProps {
  readonly rows: readonly Listed[];
  readonly onChanged: () => void;
}

function ListedMembers({ rows, onChanged }: RowsProps): ReactElement {
  const { blacklist: words } = useMessages(loanPolicyMessages);
  const [taking, setTaking] = useState<Listed | null>(null);
  const said = useDone();
  if (rows.length === 0) {
    return (
      <EmptyState icon="check" title={words.empty}>
        <p>{words.emptyText}</p>
      </EmptyState>
    );
  }
  return (
    <>
      <Table
        caption={words.title}
        columns={listedColumns(words, said, setTaking)}
        rows={rows}
        rowKey={({ memberNo }) => memberNo}
      />
      {taking && <TakeOff row={taking} onClose={() => setTaking(null)} onChanged={onChanged} />}
    </>
  );
}

function Who({ row }: { readonly row: Listed }): ReactElement {
  return (
    <span className={css["quoted"]}>
      {row.member}
      <small>{row.memberNo}</small>
    </span>
  );
}

function useDone(): Say {
  const { blacklist: words } = useMessages(loanPolicyMessages);
  const { language } = useSpoken();
  return ({ by, date }) =>
    fill(by ? words.by : words.onDay, { name: by, day: formatDay(date, language) });
}

interface TakeOffProps {
  readonly row: Listed;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

function TakeOff({ row, onClose, onChanged }: TakeOffProps): ReactElement {
  const all = useWords();
  const { blacklist: words } = useMessages(loanPolicyMessages);
  const form = useForm<"reason">({
    names: ["reason"],
    check: (values) => contractProblems(removeMember.body, values, all),
    async send(values) {
      await call(removeMember, { params: { memberNo: row.memberNo }, body: values });
      showToast({ kind: "success", text: fill(words.removed, { name: row.member }) });
      onClose();
      onChanged();
    },
  });
  return (
    <Dialog
      title={fill(words.takeOffTitle, { name: row.member })}
      onClose={onClose}
      actions={
        <>
          <Button first onClick={onClose}>
            {words.back}
          </Button>
          <FormButton form="take-off" blocked={form.busy} label={words.yes} />
        </>
      }
    >
      <form id="take-off" onSubmit={form.submit} noValidate>
        <Field label={words.why} bind={form.bind("reason")} type="text" autoComplete="off" />
        {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
      </form>
    </Dialog>
  );
}

/** A button outside the form that it submits. */
function FormButton(props: {
  readonly form: string;
  readonly blocked: boolean;
  readonly label: string;
}): ReactElement {
  const send = (): void =>
    (document.getElementById(props.form) as HTMLFormElement | null)?.requestSubmit();
  return (
    <Button look="danger" blocked={props.blocked} onClick={send}>
      {props.label}
    </Button>
  );
}

function RemovedMembers({ rows }: { readonly rows: readonly Removed[] }): ReactElement {
  const { blacklist: words } = useMessages(loanPolicyMessages);
  const said = useDone();
  return (
    <details className={css["past"]}>
      <summary>
        <span>{words.recent}</span>
      </summary>
      <Table
        caption={words.recent}
        columns={removedColumns(words, said)}
        rows={rows}
        rowKey={({ memberNo, removed }) => `${memberNo} ${removed.date} ${removed.time}`}
      />
    </details>
  );
}
