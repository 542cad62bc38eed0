import { caseDeskMessages } from "#shared/messages/cases/desk-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, type ReactNode, useState } from "react";
import type * as z from "zod/mini";
import { add, holidays, remove } from "#shared/contract/cases/holidays.ts";
import { fill, type Language } from "#shared/language.ts";
import type { CaseDeskWords } from "#shared/messages/cases/desk-en.ts";
import { useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { formatDay } from "#web/lib/day.ts";
import { contractProblems, useForm } from "#web/lib/form.ts";
import { useSpoken, useWords } from "#web/lib/language.ts";
import { useRequest } from "#web/lib/query.ts";
import { paths } from "#web/paths.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Crumb } from "#web/ui/crumb.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Icon } from "#web/ui/icon.tsx";
import layout from "#web/ui/layout.module.css";
import { Loaded } from "#web/ui/loaded.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { useOfficer } from "../officer.ts";
import { useRenewDesk } from "../renew-desk.ts";
import css from "./cases.module.css";

type Holiday = z.output<typeof holidays.answer>["rows"][number];

/** The holidays that deadlines skip, and a form for gazetted ones. */
export function HolidaysPage(): ReactElement {
  const { holidays: words } = useMessages(caseDeskMessages);
  const officer = useOfficer();
  const [year, setYear] = useState<number | null>(null);
  const query = { year: year === null ? undefined : String(year) };
  const load = useRequest(holidays, { query }, { keepBefore: true });
  const edits = officer?.may("holidays.edit") ?? false;
  return (
    <>
      <Crumb to={paths.questions}>{words.back}</Crumb>
      <PageHeader title={words.title} place="holidays" lead={words.lead} />
      <div className={layout["two"]}>
        <Card>
          <Loaded
            load={load}
            loading={words.loading}
            failed={words.failed}
            skeleton={<SkeletonLines rows={9} />}
          >
            {(found) => (
              <>
                <Years year={found.year} onYear={setYear} />
                <List year={found.year} rows={found.rows} edits={edits} />
              </>
            )}
          </Loaded>
        </Card>
        {edits && <AddForm />}
      </div>
    </>
  );
}

interface YearsProps {
  readonly year: number;
  readonly onYear: (year: number) => void;
}

function Years({ year, onYear }: YearsProps): ReactElement {
  return (
    <div className={css["years"]}>
      <Button small onClick={() => onYear(year - 1)}>
        <Icon name="left" small />
        {year - 1}
      </Button>
      <b>{year}</b>
      <Button small onClick={() => onYear(year + 1)}>
        {year + 1}
        <Icon name="right" small />
      </Button>
    </div>
  );
}

interface ListProps {
  readonly year: number;
  readonly rows: readonly Holiday[];
  readonly edits: boolean;
}

function List({ year, rows, edits }: ListProps): ReactElement {
  const { holidays: words } = useMessages(caseDeskMessages);
  const { language } = useSpoken();
  const [asked, setAsked] = useState<Holiday | null>(null);
  return (
    <>
      <Table<Holiday>
        caption={fill(words.list, { year })}
        columns={columnsOf(words, language, edits ? setAsked : null)}
        rows={rows}
        rowKey={(row) => row.day}
      />
      {asked && <RemoveDialog holiday={asked} onClose={() => setAsked(null)} />}
    </>
  );
}

type HolidayWords = CaseDeskWords["holidays"];

function columnsOf(
  words: HolidayWords,
  language: Language,
  onRemove: ((holiday: Holiday) => void) | null,
): Column<Holiday>[] {
  const { columns } = words;
  return [
    { head: columns.name, place: "what", cell: ({ name }) => name[language] },
    { head: columns.day, place: "when", cell: ({ day }) => formatDay(day, language) },
    {
      head: columns.how,
      place: "more",
      cell: (row) => <How holiday={row} onRemove={onRemove} />,
    },
  ];
}

interface HowProps {
  readonly holiday: Holiday;
  /** Null for people who may only read. */
  readonly onRemove: ((holiday: Holiday) => void) | null;
}

/** Why it is a holiday, and the actions on one that the office entered. */
function How({ holiday, onRemove }: HowProps): ReactNode {
  const { holidays: words } = useMessages(caseDeskMessages);
  const { language } = useSpoken();
  const { movedFrom, gazetted } = holiday;
  if (movedFrom) return fill(words.moved, { day: formatDay(movedFrom, language) });
  if (!gazetted) return words.yearly;
  if (onRemove === null) return <Badge icon="calendar">{words.gazetted}</Badge>;
  return (
    <Button small onClick={() => onRemove(holiday)}>
      {words.remove}
    </Button>
  );
}

interface RemoveProps {
  readonly holiday: Holiday;
  readonly onClose: () => void;
}

function RemoveDialog({ holiday, onClose }: RemoveProps): ReactElement {
  const { holidays: words } = useMessages(caseDeskMessages);
  const { language } = useSpoken();
  const renew = useRenewDesk();
  const { failed, run } = useAction(async () => {
    const { moved } = await call(remove, { params: { day: holiday.day }, body: {} });
    showToast({ kind: "success", text: fill(words.removed, { count: moved }) });
    onClose();
    await renew(holidays);
  });
  return (
    <Dialog
      title={fill(words.removeAsk, { name: holiday.name[language] })}
      onClose={onClose}
      actions={
        <>
          <Button first onClick={onClose}>
            {words.cancel}
          </Button>
          <Button look="danger" onClick={() => run()}>
            {words.remove}
          </Button>
        </>
      }
    >
      <p>{fill(words.removeText, { day: formatDay(holiday.day, language) })}</p>
      {failed && <Tip meaning="bad">{failed}</Tip>}
    </Dialog>
  );
}

function AddForm(): ReactElement {
  const all = useWords();
  const { holidays: words } = useMessages(caseDeskMessages);
  const renew = useRenewDesk();
  const [round, setRound] = useState(0);
  return (
    <Card title={words.addTitle}>
      <Adding
        key={round}
        send={async (body) => {
          const { moved } = await call(add, { body });
          showToast({ kind: "success", text: fill(words.added, { count: moved }) });
          setRound(round + 1);
          await renew(holidays);
        }}
        problems={(body) => {
          const found = contractProblems<"day" | "name">(add.body, { ...body }, all);
          const { name, ...rest } = found;
          if (!name) return rest;
          return {
            ...rest,
            ...(body.name.en.trim() === "" && { en: name }),
            ...(body.name.sw.trim() === "" && { sw: name }),
          };
        }}
      />
    </Card>
  );
}

interface HolidayBody {
  readonly day: string;
  readonly name: { readonly en: string; readonly sw: string };
}

interface AddingProps {
  readonly send: (body: HolidayBody) => Promise<void>;
  readonly problems: (body: HolidayBody) => Partial<Record<string, string>>;
}

function Adding({ send, problems }: AddingProps): ReactElement {
  const { holidays: words } = useMessages(caseDeskMessages);
  const bodyOf = ({ day, en, sw }: Record<"day" | "en" | "sw", string>): HolidayBody => {
    return { day, name: { en, sw } };
  };
  const form = useForm<"day" | "en" | "sw">({
    names: ["day", "en", "sw"],
    check: (values) => problems(bodyOf(values)),
    send: (values) => send(bodyOf(values)),
  });
  return (
    <form className={css["act"]} onSubmit={form.submit} noValidate>
      <Field type="date" label={words.day} bind={form.bind("day")} />
      <Field label={words.nameEn} bind={form.bind("en")} />
      <Field label={words.nameSw} bind={form.bind("sw")} />
      {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
      <Button look="primary" type="submit" width="full" blocked={form.busy}>
        {words.add}
      </Button>
    </form>
  );
}
