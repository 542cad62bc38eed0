import type { ReactElement } from "react";
import { statementsMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import { useLoanStatement } from "#web/member/statements/documents.ts";
import { useOfficer } from "#web/staff/officer.ts";
import { Button } from "#web/ui/button.tsx";
import text from "#web/ui/text.module.css";
import { Tip } from "#web/ui/tip.tsx";
import type { FileProps } from "./application.tsx";

/** Downloads the statement of a loan for its member, for those who may open the member's record. */
export function Statement({ loan }: Pick<FileProps, "loan">): ReactElement | null {
  const words = useMessages(statementsMessages).loan;
  const { making, said, failed, make } = useLoanStatement(loan.loanNo, loan.memberNo);
  if (useOfficer()?.may("members.read") !== true) return null;
  return (
    <>
      <Button small needsNetwork blocked={making !== null} onClick={() => make("pdf")}>
        {words.download}
      </Button>
      <span className={text["hidden"]} role="status">
        {said}
      </span>
      {failed && <Tip meaning="bad">{failed}</Tip>}
    </>
  );
}
