import { type ReactElement, useState } from "react";
import { registerOtp } from "#shared/contract/auth.ts";
import { parseMemberNo } from "#shared/member-number.ts";
import { fill } from "#shared/language.ts";
import { call } from "#web/lib/api.ts";
import { minutesAndSeconds, useSecondsUntil } from "#web/lib/countdown.ts";
import { failureWords, Refused } from "#web/lib/failure.ts";
import { useWords } from "#web/lib/language.ts";
import { Button } from "#web/ui/button.tsx";
import type { FieldBinding } from "#web/ui/field.tsx";
import { OtpField } from "#web/ui/otp-field.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { publicCss as css } from "./public-page.tsx";

/** As the server has it: a code lives five minutes, and another may be asked for after one. */
const CODE_LASTS_MS = 5 * 60_000;
const NEXT_CODE_AFTER_MS = 60_000;

interface Sending {
  readonly busy: boolean;
  readonly sent: boolean;
  readonly refusal: string | null;
  readonly againAt: number | null;
  readonly expiresAt: number | null;
}

const nothingSent: Sending = {
  busy: false,
  sent: false,
  refusal: null,
  againAt: null,
  expiresAt: null,
};

export interface OtpStepProps {
  readonly memberNo: string;
  readonly bind: FieldBinding;
  /** The button's words on this screen, as the specification has them. */
  readonly send: string;
  /** Puts a problem at the member number, without which no code can be sent. */
  readonly needMemberNo: (problem: string) => void;
}

/** The code and the button that sends it, with its countdown. */
export function OtpStep({ memberNo, bind, send, needMemberNo }: OtpStepProps): ReactElement {
  const words = useWords();
  const [sending, setSending] = useState(nothingSent);
  const wait = useSecondsUntil(sending.againAt);
  const ask = async (): Promise<void> => {
    const given = memberNo.trim();
    if (!given) return needMemberNo(words.otp.needMemberNo);
    if (!parseMemberNo(given)) return needMemberNo(words.refusals["memberNo.form"]);
    setSending({ ...sending, busy: true, refusal: null });
    try {
      await call(registerOtp, { body: { memberNo: given }, sameForMs: CODE_LASTS_MS });
      setSending(justSent());
    } catch (error) {
      setSending({ ...sending, ...refused(error), refusal: failureWords(error, words) });
    }
  };
  const again = sending.sent ? words.otp.sendAgain : send;
  const countdown = fill(words.otp.sendAgainIn, { time: minutesAndSeconds(wait) });
  return (
    <div className={css["otp"]}>
      <div role="status">
        <Said sending={sending} />
      </div>
      {sending.refusal && <Tip meaning="bad">{sending.refusal}</Tip>}
      <div className={css["pair"]}>
        <OtpField
          label={words.otp.label}
          bind={bind}
          note={{ kind: "hint", text: words.otp.hint }}
        />
        <div className={css["send"]}>
          <Button
            width="full-on-phones"
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

function Said({ sending }: { readonly sending: Sending }): ReactElement | null {
  const { otp } = useWords();
  const lives = useSecondsUntil(sending.expiresAt) > 0;
  if (!sending.sent || sending.refusal) return null;
  return (
    <Tip meaning={lives ? "ok" : "warn"}>
      <b>{lives ? otp.sent : otp.expired}</b> {lives ? otp.sentText : otp.expiredText}
    </Tip>
  );
}

function justSent(): Sending {
  const now = Date.now();
  return {
    busy: false,
    sent: true,
    refusal: null,
    againAt: now + NEXT_CODE_AFTER_MS,
    expiresAt: now + CODE_LASTS_MS,
  };
}

function refused(error: unknown): Pick<Sending, "busy" | "againAt"> {
  const seconds = error instanceof Refused ? error.details.retryAfter : null;
  return { busy: false, againAt: seconds === null ? null : Date.now() + seconds * 1000 };
}
