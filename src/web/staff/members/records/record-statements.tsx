import { memberSearchMessages } from "#shared/messages/members/search-sw.ts";
import { statementsMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import {
  type DocumentStatement,
  documentStatements,
} from "#shared/contract/statements/member-statements.ts";
import { fill } from "#shared/language.ts";
import { useDocuments } from "#web/common/statements/documents.ts";
import { PrintButton } from "#web/common/statements/print-button.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import text from "#web/ui/text.module.css";
import css from "./record.module.css";

/** Each statement of the member, as the document they would receive. */
export function StatementsCard({ memberNo }: { readonly memberNo: string }): ReactElement {
  const words = useMessages(memberSearchMessages).statements;
  return (
    <Card title={words.title}>
      <ul className={css["papers"]}>
        {documentStatements.map((statement) => (
          <Paper key={statement} statement={statement} memberNo={memberNo} />
        ))}
      </ul>
      <p className={css["foot"]}>{words.text}</p>
    </Card>
  );
}

interface PaperProps {
  readonly statement: DocumentStatement;
  readonly memberNo: string;
}

function Paper({ statement, memberNo }: PaperProps): ReactElement {
  const words = useMessages(memberSearchMessages).statements;
  const { titles } = useMessages(statementsMessages);
  const { making, said, failed, make, printing } = useDocuments(statement, {}, memberNo);
  return (
    <li>
      <span>{titles[statement]}</span>
      <PrintButton printing={printing} ready of={titles[statement]} />
      <Button
        small
        blocked={making !== null}
        onClick={() => make("pdf")}
        aria-label={fill(words.of, { statement: titles[statement] })}
      >
        {words.download}
      </Button>
      <span className={text["hidden"]} role="status">
        {said || printing.said}
      </span>
      {(failed || printing.failed) && (
        <p className={css["failed"]} role="alert">
          {failed || printing.failed}
        </p>
      )}
      {printing.sheet}
    </li>
  );
}
