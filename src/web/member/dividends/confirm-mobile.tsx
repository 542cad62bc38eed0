import { splitMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { split } from "#shared/contract/dividends/splits.ts";
import { confirm, sendCode } from "#shared/contract/members/mobile-confirmation.ts";
import { overview } from "#shared/contract/statements/member-statements.ts";
import { fill } from "#shared/language.ts";
import { formatMobileNumber } from "#shared/mobile-number.ts";
import { call } from "#web/lib/api.ts";
import { CODE_LASTS_MS, useCodeSending } from "#web/lib/code-sending.ts";
import { minutesAndSeconds } from "#web/lib/countdown.ts";
import { type Form, useForm } from "#web/lib/form.ts";
import { useWords } from "#web/lib/language.ts";
import { useRenew } from "#web/lib/query.ts";
import { Button } from "#web/ui/button.tsx";
import { CodeSaid } from "#web/ui/code-said.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { OtpField } from "#web/ui/otp-field.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import css from "./confirm-mobile.module.css";

interface ConfirmProps {
  /** Empty where the screen does not know it. */
  readonly mobile: string;
  readonly onClose: () => void;
}

/** Confirms a member's own mobile number with a code sent to it. */
export function ConfirmMobile({ mobile, onClose }: ConfirmProps): ReactElement {
  const { confirm: words } = useMessages(splitMessages);
  const { otp, problems } = useWords();
  const renew = useRenew();
  const code = useCodeSending();
  const form = useForm<"otp">({
    names: ["otp"],
    check({ otp: typed }) {
      if (/^\d{6}$/.test(typed)) return {};
      return { otp: code.sending.sent ? problems["otp.form"] : words.need };
    },
    async send({ otp: typed }) {
      await call(confirm, { body: { otp: typed } });
      showToast({ kind: "success", text: words.done });
      await renew(split, overview);
      onClose();
    },
  });
  return (
    <Dialog title={words.title} actions={null} onClose={onClose}>
      <p>{mobile ? fill(words.text, { number: formatMobileNumber(mobile) }) : words.plain}</p>
      <form className={css["form"]} onSubmit={form.submit} noValidate>
        <div role="status">
          <CodeSaid sending={code.sending} />
        </div>
        {code.sending.problem && <Tip meaning="bad">{code.sending.problem}</Tip>}
        <SendCode code={code} form={form} />
        <OtpField
          label={otp.label}
          bind={form.bind("otp")}
          note={{ kind: "hint", text: otp.hint }}
        />
        {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
        <p>{words.notMine}</p>
        <div className={css["actions"]}>
          <Button look="primary" type="submit" blocked={form.busy}>
            {words.confirm}
          </Button>
          <Button look="quiet" onClick={onClose}>
            {words.cancel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface SendProps {
  readonly code: ReturnType<typeof useCodeSending>;
  readonly form: Form<"otp">;
}

function SendCode({ code, form }: SendProps): ReactElement {
  const { otp } = useWords();
  const { sending, wait, run } = code;
  const ask = () => run(() => call(sendCode, { body: {}, sameForMs: CODE_LASTS_MS }), form);
  const again = sending.sent ? otp.sendAgain : otp.send;
  const countdown = fill(otp.sendAgainIn, { time: minutesAndSeconds(wait) });
  return (
    <Button
      needsNetwork
      first
      width="full"
      blocked={sending.busy || wait > 0}
      onClick={() => void ask()}
    >
      {wait > 0 ? countdown : sending.busy ? otp.sending : again}
    </Button>
  );
}
