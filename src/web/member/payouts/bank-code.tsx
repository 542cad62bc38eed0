import { ownBankMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import { useQueryClient } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { bankAccountCode, giveBankAccount } from "#shared/contract/payouts/own-bank.ts";
import { fill } from "#shared/language.ts";
import { call } from "#web/lib/api.ts";
import { CODE_LASTS_MS } from "#web/lib/code-sending.ts";
import { showToast } from "#web/ui/toast.tsx";
import { CodeForm } from "#web/member/identity/code-form.tsx";
import type { Standing } from "./bank-account-page.tsx";
import type { BankProblems, TypedBank } from "./bank-form.tsx";

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
        showToast({ kind: "success", text: words.done, detail: words.doneDetail });
        await cache.invalidateQueries();
      }}
      onClose={onClose}
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
