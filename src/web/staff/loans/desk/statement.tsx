import type { ReactElement } from "react";
import { statementsMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import { useLoanStatement } from "#web/common/statements/documents.ts";
import { Failures, PrintButton } from "#web/common/statements/print-button.tsx";
import { useOfficer } from "#web/staff/officer.ts";
import { Button } from "#web/ui/button.tsx";
import text from "#web/ui/text.module.css";
import type { FileProps } from "./application.tsx";

/** Downloads the statement of a loan for its member, for those who may open the member's record. */
export function Statement({ loan }: Pick<FileProps, "loan">): ReactElement | null {
  const words = useMessages(statementsMessages).loan;
  const { making, said, failed, make, printing } = useLoanStatement(loan.loanNo, loan.memberNo);
  if (useOfficer()?.may("members.read") !== true) return null;
  return (
    <>
      <PrintButton printing={printing} ready />
      <Button small needsNetwork blocked={making !== null} onClick={() => make("pdf")}>
        {words.download}
      </Button>
      <span className={text["hidden"]} role="status">
        {said || printing.said}
      </span>
      <Failures texts={[failed, printing.failed]} />
      {printing.sheet}
    </>
  );
}
