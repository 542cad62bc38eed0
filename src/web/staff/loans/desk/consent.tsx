import { loanDeskMessages } from "#shared/messages/loans/desk-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useState } from "react";
import * as contract from "#shared/contract/loans/amendment-desk.ts";
import { fill } from "#shared/language.ts";
import { useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { useCodeForm } from "#web/common/code-form.ts";
import { CODE_LASTS_MS } from "#web/lib/code-sending.ts";
import { formatDay } from "#web/lib/day.ts";
import { money } from "#web/lib/figures.ts";
import { useSpoken } from "#web/lib/language.ts";
import { MemberCode } from "#web/staff/member-code.tsx";
import { useOfficer } from "#web/staff/officer.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import layout from "#web/ui/layout.module.css";
import { OtpField } from "#web/ui/otp-field.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { useRenewLoan } from "./act.ts";
import desk from "#web/ui/desk.module.css";
import css from "./application.module.css";
import type { FileProps } from "./application.tsx";
import { BeforeAndAfter } from "./before-and-after.tsx";

interface ConsentProps extends FileProps {
  readonly amendment: NonNullable<FileProps["loan"]["amendment"]>;
}

/**
 * A change that waits for the member's consent: its figures, the code, and a way to withdraw it.
 */
export function Consent({ loan, file, amendment }: ConsentProps): ReactElement {
  const { consent: words } = useMessages(loanDeskMessages);
  const { language } = useSpoken();
  const officer = useOfficer();
  const day = (date: string) => formatDay(date, language);
  const values = { by: amendment.by, day: day(amendment.proposedOn), member: loan.member };
  const may = officer?.may("loans.amend") && !file.isYours;
  return (
    <div className={layout["stack"]}>
      <BeforeAndAfter before={loan} after={amendment} />
      <Card title={words.title}>
        <div className={desk["act"]}>
          <p>{fill(words.text, { ...values, until: day(amendment.expiresOn) })}</p>
          {may ? (
            <>
              <ByCode id={amendment.id} />
              <Withdraw loan={loan} id={amendment.id} />
            </>
          ) : (
            <Tip meaning="info">{file.isYours ? words.own : words.other}</Tip>
          )}
        </div>
      </Card>
    </div>
  );
}

function ByCode({ id }: { readonly id: string }): ReactElement {
  const { consent: words } = useMessages(loanDeskMessages);
  const renew = useRenewLoan();
  const { code, form } = useCodeForm(words.need, async (otp) => {
    await call(contract.consent, { params: { id }, body: { otp } });
    showToast({ kind: "success", text: words.applied });
    await renew();
  });
  const send = () => {
    const asked = { params: { id }, body: {}, sameForMs: CODE_LASTS_MS };
    return code.run(() => call(contract.sendCode, asked), form);
  };
  return (
    <form className={css["form"]} onSubmit={form.submit} noValidate>
      <p className={css["said"]}>{words.howTo}</p>
      <MemberCode code={code} label={words.send} onSend={() => void send()} />
      <OtpField
        label={words.code}
        bind={form.bind("otp")}
        note={{ kind: "hint", text: words.codeHint }}
      />
      {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
      <Button look="primary" width="full" type="submit" blocked={form.busy}>
        {words.apply}
      </Button>
    </form>
  );
}

interface WithdrawProps {
  readonly loan: FileProps["loan"];
  readonly id: string;
}

function Withdraw({ loan, id }: WithdrawProps): ReactElement {
  const { consent: words } = useMessages(loanDeskMessages);
  const renew = useRenewLoan();
  const [asking, setAsking] = useState(false);
  const { busy, failed, run } = useAction(async () => {
    await call(contract.withdrawal, { params: { id }, body: {} });
    showToast({ kind: "success", text: words.withdrawn });
    await renew();
  });
  return (
    <>
      <Button width="full" look="danger" onClick={() => setAsking(true)}>
        {words.withdraw}
      </Button>
      {asking && (
        <Dialog
          title={fill(words.withdrawQuestion, { loanNo: loan.loanNo })}
          onClose={() => setAsking(false)}
          actions={
            <>
              <Button first onClick={() => setAsking(false)}>
                {words.keep}
              </Button>
              <Button look="danger" blocked={busy} onClick={() => run()}>
                {words.withdraw}
              </Button>
            </>
          }
        >
          <p>{fill(words.withdrawText, { amount: money(loan.amount) })}</p>
          {failed && <Tip meaning="bad">{failed}</Tip>}
        </Dialog>
      )}
    </>
  );
}
