import type { ReactElement } from "react";
import type * as z from "zod/mini";
import {
  attachment,
  details,
  list,
  type MovementState,
  requestReversal,
} from "#shared/contract/treasury/movements.ts";
import { fill } from "#shared/language.ts";
import { treasuryMessages } from "#shared/messages/treasury/treasury-sw.ts";
import { call } from "#web/lib/api.ts";
import { formatDay } from "#web/lib/day.ts";
import { isUnknown } from "#web/lib/failure.ts";
import { money } from "#web/lib/figures.ts";
import { contractProblems, useForm } from "#web/lib/form.ts";
import { useSpoken, useWords } from "#web/lib/language.ts";
import { useRequest } from "#web/lib/query.ts";
import { Link } from "#web/lib/router.tsx";
import { useMessages } from "#web/lib/words.ts";
import { booksAddress } from "#web/staff/addresses.ts";
import { isId } from "#web/staff/is-id.ts";
import { Badge, type BadgeProps } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Crumb } from "#web/ui/crumb.tsx";
import { Facts } from "#web/ui/facts.tsx";
import { Field } from "#web/ui/field.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { UnknownPage } from "#web/ui/unknown-page.tsx";
import { WaitingCard } from "#web/ui/waiting-card.tsx";
import desk from "#web/ui/desk.module.css";
import page from "#web/ui/desk-page.module.css";
import { Download } from "../download.tsx";
import type { Officer } from "../officer.ts";
import { formatNairobiMoment } from "../nairobi-moment.ts";
import { useRenewDesk } from "../renew-desk.ts";
import { WaitsForSecond } from "../waits-for-second.tsx";
import css from "./treasury.module.css";

type Details = z.output<typeof details.answer>;

interface MovementProps {
  readonly id: string;
  readonly officer: Officer;
}

/** One movement: its facts and files, its two people, and its reversal. */
export function MovementPage({ id, officer }: MovementProps): ReactElement {
  const words = useMessages(treasuryMessages);
  const { one } = words;
  const load = useRequest(details, { params: { id } }, { enabled: isId(id) });
  if (!isId(id) || (load.state === "failed" && isUnknown(load.error))) return <Unknown />;
  const found = load.state === "loaded" ? load.data : null;
  return (
    <>
      <Crumb to={booksAddress("treasury")}>{one.back}</Crumb>
      <PageHeader
        title={fill(one.title, { id: `TM-${id}` })}
        place={`books movement ${id}`}
        lead={found ? words.kinds[found.kind] : "\u00a0"}
        actions={found && <StateBadge state={found.state} />}
      />
      {found ? (
        <div className={page["halves"]}>
          <div className={page["page"]}>
            <What found={found} />
            <Files found={found} />
          </div>
          <div className={page["side"]}>
            <ActCard found={found} officer={officer} />
          </div>
        </div>
      ) : (
        <WaitingCard load={load} loading={one.loading} failed={one.failed} rows={7} />
      )}
    </>
  );
}

function Unknown(): ReactElement {
  const { one: words } = useMessages(treasuryMessages);
  return (
    <UnknownPage
      title={words.unknown}
      text={words.unknownText}
      to={booksAddress("treasury")}
      toWords={words.back}
    />
  );
}

const looks: Readonly<Record<MovementState, Pick<BadgeProps, "icon" | "meaning">>> = {
  waiting: { icon: "clock", meaning: "warn" },
  posted: { icon: "check", meaning: "ok" },
  reversed: { icon: "right" },
  rejected: { icon: "stop", meaning: "bad" },
  withdrawn: { icon: "right" },
  lapsed: { icon: "clock" },
};

function StateBadge({ state }: { readonly state: MovementState }): ReactElement {
  const { states } = useMessages(treasuryMessages);
  return <Badge {...looks[state]}>{states[state]}</Badge>;
}

interface FoundProps {
  readonly found: Details;
}

function What({ found }: FoundProps): ReactElement {
  const { one: words } = useMessages(treasuryMessages);
  const { language } = useSpoken();
  const { enteredBy, enteredAt, approvedBy, approvedAt, reversal } = found;
  const by = (name: string, at: string): string =>
    fill(words.by, { name, at: formatNairobiMoment(at, language) });
  const facts = [
    { term: words.amount, value: `Ksh ${money(found.amount)}` },
    { term: words.day, value: formatDay(found.day, language) },
    { term: words.reference, value: found.reference },
    { term: words.description, value: found.description },
    ...(found.payee ? [{ term: words.payee, value: found.payee }] : []),
    ...(found.account
      ? [{ term: words.account, value: `${found.account} ${found.accountName}` }]
      : []),
    { term: words.entered, value: by(enteredBy, enteredAt) },
    ...(approvedBy ? [{ term: words.approved, value: by(approvedBy, approvedAt) }] : []),
    ...(found.overConfirmed ? [{ term: words.over, value: words.overText }] : []),
    ...(found.endedBecause ? [{ term: words.ended, value: found.endedBecause }] : []),
    ...(found.entry ? [{ term: words.entry, value: <EntryLink id={found.entry} /> }] : []),
    ...(reversal ? [{ term: words.reversed, value: <Reversed reversal={reversal} /> }] : []),
  ];
  return (
    <Card>
      <Facts facts={facts} />
    </Card>
  );
}

function EntryLink({ id }: { readonly id: string }): ReactElement {
  return (
    <Link className={page["open"]} to={booksAddress("entry", { id })}>
      {id}
    </Link>
  );
}

type Reversal = NonNullable<Details["reversal"]>;

function Reversed({ reversal }: { readonly reversal: Reversal }): ReactElement {
  const { one: words } = useMessages(treasuryMessages);
  const { language } = useSpoken();
  const { because, askedBy: by, approvedBy: approver, entry } = reversal;
  const at = formatNairobiMoment(reversal.at, language);
  return (
    <>
      <p>{because}</p>
      <p>{fill(words.reversedBy, { by, approver, at })}</p>
      <EntryLink id={entry} />
    </>
  );
}

function Files({ found: { files } }: FoundProps): ReactElement {
  const { one: words, list: texts } = useMessages(treasuryMessages);
  return (
    <Card title={words.files}>
      <div className={css["part"]}>
        {files.length === 0 && <p>{words.noFiles}</p>}
        <ul className={css["files"]} aria-label={words.files}>
          {files.map(({ id, name, bytes }) => (
            <li key={id}>
              <span>{fill(words.fileLine, { name, size: Math.ceil(bytes / 1024) })}</span>
              <Download
                endpoint={attachment}
                request={{ params: { id } }}
                words={{ ...texts, csv: words.save }}
                label={fill(words.download, { name })}
              />
            </li>
          ))}
        </ul>
      </div>
    </Card>
  );
}

function ActCard({ found, officer }: FoundProps & { readonly officer: Officer }): ReactElement {
  const { one: words } = useMessages(treasuryMessages);
  const { waiting, state } = found;
  const mayReverse = state === "posted" && !waiting && officer.may("treasury.enter");
  return (
    <Card title={words.act}>
      <div className={desk["act"]}>
        {waiting && (
          <WaitsForSecond
            approvalId={waiting.approvalId}
            text={waiting.yours ? words.waitsYours : fill(words.waits, { by: waiting.by })}
            link={words.open}
          />
        )}
        {mayReverse && <ReverseForm id={found.id} />}
        {!waiting && !mayReverse && <p>{words.nothing}</p>}
      </div>
    </Card>
  );
}

function ReverseForm({ id }: { readonly id: string }): ReactElement {
  const all = useWords();
  const { one: words } = useMessages(treasuryMessages);
  const renew = useRenewDesk();
  const form = useForm<"reason">({
    names: ["reason"],
    draft: `reverse movement ${id}`,
    check: (values) => contractProblems<"reason">(requestReversal.body, values, all),
    async send(body) {
      await call(requestReversal, { params: { id }, body });
      showToast({ kind: "success", text: words.sent, detail: words.sentDetail });
      await renew(details, list);
    },
  });
  return (
    <form className={page["form"]} onSubmit={form.submit} noValidate>
      <h3>{words.reverseTitle}</h3>
      <p>{words.reverseText}</p>
      <Field label={words.reason} bind={form.bind("reason")} />
      {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
      <Button width="full" type="submit" blocked={form.busy}>
        {words.reverse}
      </Button>
    </form>
  );
}
