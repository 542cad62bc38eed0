import { ownBankMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import { useQueryClient } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { bankAccountCode, giveBankAccount } from "#shared/contract/payouts/own-bank.ts";
import { fill } from "#shared/language.ts";
import { call } from "#web/lib/api.ts";
import { CODE_LASTS_MS } from "#web/lib/code-sending.ts";
import { showToast } from "#web/ui/toast.tsx";
import { paths } from "#web/paths.ts";
import { keepForCode, settleUnsent, TO_CODE } from "../identity/unsent/outbox.ts";
import { CodeForm } from "./code-form.tsx";
import type { Standing } from "./bank-account-page.tsx";
import type { BankProblems, TypedBank } from "./bank-form.tsx";

/** The name of the draft of the form before the code. */
export const BANK_DRAFT = "bank account";

interface CodeProps {
  readonly standing: Standing;
  readonly asked: TypedBank;
  /** Goes back to the form, whose fields stay. */
  readonly onClose: () => void;
  /** The server rejected a field. */
  readonly onRejected: (problems: BankProblems) => void;
}

/** The question before a bank account is given, and the code that gives it. */
export function BankCode({ standing, asked, onClose, onRejected }: CodeProps): ReactElement {
  const words = useMessages(ownBankMessages);
  const cache = useQueryClient();
  return (
    <CodeForm
      words={words.form}
      number={standing.mobileNo}
      send={() => call(bankAccountCode, { body: asked, sameForMs: CODE_LASTS_MS })}
      give={async (otp) => {
        await call(giveBankAccount, { body: { ...asked, otp } });
        await settleUnsent(BANK_DRAFT);
        showToast({ kind: "success", text: words.done, detail: words.doneDetail });
        await cache.invalidateQueries();
      }}
      onClose={onClose}
      onKeep={() =>
        void keepForCode(BANK_DRAFT, {
          what: `${words.title}, ${asked.bankName} ${asked.accountNo}`,
          address: paths.bankAccount,
          drafts: { [BANK_DRAFT]: { ...asked, ...TO_CODE } },
        })
      }
      onRejected={onRejected}
    >
      <p>
        {fill(words.form.text, {
          bank: asked.bankName,
          branch: asked.branchCode,
          account: asked.accountNo,
          name: asked.accountName,
        })}
      </p>
    </CodeForm>
  );
}
