import { privacyMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement } from "react";
import { consent, own } from "#shared/contract/privacy/requests.ts";
import { overview } from "#shared/contract/statements/member-statements.ts";
import { PRIVACY_NOTICE } from "#shared/privacy-notice.ts";
import { useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { useRenew } from "#web/lib/query.ts";
import { paths } from "#web/paths.ts";
import { ConfirmDialog } from "#web/member/confirm-dialog.tsx";
import { showToast } from "#web/ui/toast.tsx";

/** Summarises the notice and links to it; confirming records the day. */
export function ConfirmNotice({ onClose }: { readonly onClose: () => void }): ReactElement {
  const { confirm } = useMessages(privacyMessages);
  const renew = useRenew();
  const action = useAction(async () => {
    await call(consent, { body: { version: PRIVACY_NOTICE } });
    showToast({ kind: "success", text: confirm.done });
    await renew(overview, own);
    onClose();
  });
  return (
    <ConfirmDialog
      {...action}
      title={confirm.title}
      no={confirm.later}
      yes={confirm.yes}
      onClose={onClose}
    >
      <p>{confirm.text}</p>
      <p>
        <a href={paths.privacy} target="_blank" rel="noopener">
          {confirm.whole}
        </a>
      </p>
    </ConfirmDialog>
  );
}
