import { splitMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { split } from "#shared/contract/dividends/splits.ts";
import { confirm, sendCode } from "#shared/contract/members/mobile-confirmation.ts";
import { overview } from "#shared/contract/statements/member-statements.ts";
import { fill } from "#shared/language.ts";
import { formatMobileNumber } from "#shared/mobile-number.ts";
import { call } from "#web/lib/api.ts";
import { useCodeForm } from "#web/common/code-form.ts";
import { CODE_LASTS_MS } from "#web/lib/code-sending.ts";
import { useRenew } from "#web/lib/query.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { CodeParts } from "#web/member/send-code.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import css from "#web/ui/short-form.module.css";

interface ConfirmProps {
  /** Empty where the screen does not know it. */
  readonly mobile: string;
  readonly onClose: () => void;
}

/** Confirms a member's own mobile number with a code sent to it. */
export function ConfirmMobile({ mobile, onClose }: ConfirmProps): ReactElement {
  const { confirm: words } = useMessages(splitMessages);
  const renew = useRenew();
  const { code, form } = useCodeForm(words.need, async (otp) => {
    await call(confirm, { body: { otp } });
    showToast({ kind: "success", text: words.done });
    await renew(split, overview);
    onClose();
  });
  return (
    <Dialog title={words.title} actions={null} onClose={onClose}>
      <p>{mobile ? fill(words.text, { number: formatMobileNumber(mobile) }) : words.plain}</p>
      <form className={css["form"]} onSubmit={form.submit} noValidate>
        <CodeParts
          first
          code={code}
          form={form}
          send={() => call(sendCode, { body: {}, sameForMs: CODE_LASTS_MS })}
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
