import { statementsMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, type ReactNode, useState } from "react";
import { member as memberEndpoint } from "#shared/contract/members/records.ts";
import {
  type DocumentStatement,
  documentFormats,
} from "#shared/contract/statements/member-statements.ts";
import { formatMobileNumber } from "#shared/mobile-number.ts";
import { formatDay } from "#web/lib/day.ts";
import { useSpoken, useWords } from "#web/lib/language.ts";
import { useSociety } from "#web/lib/society.ts";
import type { ChosenPayIn } from "#web/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";
import { FoldButton, foldCss } from "#web/ui/fold-button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Bar, Skeleton } from "#web/ui/skeleton.tsx";
import { PayInLink } from "#web/member/pay-ins/pay-in-link.tsx";
import { useOwn } from "#web/member/use-own.ts";
import { type DocumentWanted, useDocuments } from "#web/common/statements/documents.ts";
import { MailDialog } from "./mail-dialog.tsx";
import { PrintButton } from "#web/common/statements/print-button.tsx";
import { Progress } from "./progress.tsx";
import { usePrintKey } from "#web/common/statements/printing.tsx";
import css from "./statement.module.css";

/** The statements of accounts that a member can pay in to. */
const paidTo: Partial<Record<DocumentStatement, ChosenPayIn>> = {
  savings: { to: "deposits" },
  "share-capital": { to: "share-capital" },
  withdrawable: { to: "withdrawable" },
};

export interface StatementPageProps {
  readonly statement: DocumentStatement;
  /** The period or the day that is shown, in words. */
  readonly lead: string;
  /** The day on which the figures were read; empty while they load. */
  readonly printDate: string | undefined;
  readonly wanted: DocumentWanted;
  /** The statement can be exported: it has loaded and the period is valid. */
  readonly ready: boolean;
  readonly children: ReactNode;
}

/** The frame of every statement: its title, its actions, and the member. */
export function StatementPage(props: StatementPageProps): ReactElement {
  const words = useMessages(statementsMessages);
  const { statement, lead, printDate, ready, wanted, children } = props;
  const documents = useDocuments(statement, wanted);
  const { printing } = documents;
  const [mailing, setMailing] = useState(false);
  usePrintKey(printing.print, ready);
  return (
    <>
      <ScreenCopy />
      {printing.sheet}
      <PageHeader
        title={words.titles[statement]}
        lead={lead}
        actions={
          <div className={css["actions"]} role="group" aria-label={words.actions.label}>
            {statement in paidTo && <PayInLink chosen={paidTo[statement] ?? {}} />}
            <PrintButton printing={printing} ready={ready} />
            {documentFormats.map((format) => (
              <Button
                key={format}
                small
                needsNetwork
                blocked={!ready || documents.making !== null}
                onClick={() => documents.make(format)}
              >
                <Icon name={documents.making === format ? "clock" : "tray"} small />
                {words.actions[format]}
              </Button>
            ))}
            <Button small needsNetwork blocked={!ready} onClick={() => setMailing(true)}>
              <Icon name="upload" small />
              {words.mail.open}
            </Button>
          </div>
        }
      />
      {mailing && (
        <MailDialog statement={statement} wanted={wanted} onClose={() => setMailing(false)} />
      )}
      <div className={css["page"]}>
        <Progress of={documents} />
        <MemberStrip statement={statement} printDate={printDate} />
        {children}
      </div>
    </>
  );
}

/** Says on paper that it is a copy of the screen, which the browser's own menu prints. */
export function ScreenCopy(): ReactElement {
  return <p className={css["copy"]}>{useMessages(statementsMessages).actions.copy}</p>;
}

interface StripProps {
  readonly statement: DocumentStatement;
  readonly printDate: string | undefined;
}

/** The member the statement belongs to, and when it was read. */
function MemberStrip({ statement, printDate }: StripProps): ReactElement {
  const { language } = useSpoken();
  const { common } = useWords();
  const { member: words } = useMessages(statementsMessages);
  const { organisationName } = useSociety();
  const load = useOwn(memberEndpoint, { isAside: true });
  const day = printDate ? formatDay(printDate, language) : "";
  const given = (value: string): string => value || common.notGiven;
  const [open, setOpen] = useState(false);
  return (
    <section
      className={classes(css["member"], !open && foldCss["folded"])}
      aria-label={words.label}
    >
      <header className={css["brief"]}>
        <span>{load.state === "loaded" ? load.data.holdersName : words.label}</span>
        <FoldButton name={words.label} open={open} onOpen={setOpen} />
      </header>
      {load.state === "failed" && (
        <p role="alert" className={css["strip"]}>
          {words.failed}.{" "}
          <Button small onClick={load.retry}>
            {common.retry}
          </Button>
        </p>
      )}
      {load.state === "loading" && (
        <Skeleton label={words.loading}>
          <div className={css["ghost"]}>
            <Bar size="long" />
            <Bar size="middle" />
          </div>
        </Skeleton>
      )}
      {load.state === "loaded" && (
        <dl className={css["strip"]}>
          {statement === "dividend" && (
            <StripFact term={words.organisation} value={organisationName} wide />
          )}
          <StripFact term={words.name} value={load.data.holdersName} wide />
          <StripFact term={words.memberNo} value={load.data.accNo} />
          <StripFact term={words.tel} value={given(formatMobileNumber(load.data.tel1))} />
          <StripFact term={words.email} value={given(load.data.emailAdd)} wide />
          <StripFact term={words.idNo} value={given(load.data.idNo)} />
          <StripFact term={words.printDate} value={day || "…"} />
        </dl>
      )}
    </section>
  );
}

interface StripFactProps {
  readonly term: string;
  readonly value: string;
  readonly wide?: boolean;
}

function StripFact({ term, value, wide = false }: StripFactProps): ReactElement {
  return (
    <div className={wide ? css["wide"] : undefined}>
      <dt>{term}</dt>
      <dd>{value}</dd>
    </div>
  );
}
