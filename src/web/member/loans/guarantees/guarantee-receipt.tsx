import { guaranteesMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { printGuarantee } from "#shared/contract/loans/guarantees.ts";
import { fill } from "#shared/language.ts";
import { callForFile } from "#web/lib/api.ts";
import { useSessionState } from "#web/lib/session.ts";
import { ReceiptButton } from "#web/member/receipt-button.tsx";
import type { GuaranteeRequest } from "./requests-page.tsx";

/** The receipt of a guarantee that the member accepted. */
export function GuaranteeReceipt({
  id,
  loanNo,
}: Pick<GuaranteeRequest, "id" | "loanNo">): ReactElement {
  const { serviced: words } = useMessages(guaranteesMessages);
  const memberNo = useSessionState().session?.memberNo ?? "";
  const asked = { params: { memberNo, id }, body: { paper: "a6" } } as const;
  return (
    <ReceiptButton
      label={fill(words.receipt, { loanNo })}
      bring={() => callForFile(printGuarantee, asked)}
    />
  );
}
