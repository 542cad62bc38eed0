import type { ReactElement } from "react";
import { registerOtp } from "#shared/contract/identity/auth.ts";
import { parseMemberNo } from "#shared/member-number.ts";
import { fill } from "#shared/language.ts";
import { call } from "#web/lib/api.ts";
import { CODE_LASTS_MS, useCodeSending } from "#web/lib/code-sending.ts";
import { minutesAndSeconds } from "#web/lib/countdown.ts";
import type { Form } from "#web/lib/form.ts";
import { useWords } from "#web/lib/language.ts";
import { Button } from "#web/ui/button.tsx";
import { CodeSentNotice } from "#web/ui/code-sent-notice.tsx";
import { OtpField } from "#web/ui/otp-field.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { publicCss as css } from "./public-page.tsx";

export interface OtpStepProps {
  readonly form: Pick<Form<"memberNo" | "otp">, "values" | "alert" | "bind" | "put" | "reject">;
  /** The button's label on this screen, as in the specification. */
  readonly send: string;
}

/** The code field and the button that sends a code, with its countdown. */
export function OtpStep({ form, send }: OtpStepProps): ReactElement {
  const words = useWords();
  const bind = form.bind("otp");
  const { sending, wait, run } = useCodeSending();
  const ask = async (): Promise<void> => {
    const memberNo = form.values.memberNo.trim();
    if (!memberNo) return form.reject({ memberNo: words.otp.needMemberNo });
    if (!parseMemberNo(memberNo)) {
      return form.reject({ memberNo: words.problems["memberNo.form"] });
    }
    await run(
      () => call(registerOtp, { body: { memberNo, times: true }, sameForMs: CODE_LASTS_MS }),
      form,
    );
  };
  const again = sending.sent ? words.otp.sendAgain : send;
  const countdown = fill(words.otp.sendAgainIn, { time: minutesAndSeconds(wait) });
  return (
    <div className={css["otp"]}>
      <div role="status">
        <CodeSentNotice sending={sending} isOver={Boolean(form.alert ?? bind.error)} />
      </div>
      {sending.problem && <Tip meaning="bad">{sending.problem}</Tip>}
      <div className={css["pair"]}>
        <OtpField
          label={words.otp.label}
          bind={bind}
          note={{ kind: "hint", text: words.otp.hint }}
        />
        <div className={css["send"]}>
          <Button
            width="full-on-phones"
            needsNetwork
            blocked={sending.busy || wait > 0}
            onClick={() => void ask()}
          >
            {wait > 0 ? countdown : sending.busy ? words.otp.sending : again}
          </Button>
        </div>
      </div>
    </div>
  );
}
