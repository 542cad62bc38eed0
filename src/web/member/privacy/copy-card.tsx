import { privacyMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement } from "react";
import { copy } from "#shared/contract/privacy/requests.ts";
import { fill } from "#shared/language.ts";
import { useAction } from "#web/lib/action.ts";
import { callForFile } from "#web/lib/api.ts";
import { ProblemAnswer } from "#web/lib/failure.ts";
import { saveFile } from "#web/lib/save-file.ts";
import { useNavigation } from "#web/lib/router.tsx";
import { endSession } from "#web/lib/session.ts";
import { loginAddress, paths } from "#web/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import field from "#web/ui/field.module.css";
import css from "./privacy.module.css";

type Format = "pdf" | "json";

/** It reads every entry ever posted, and may wait for other documents. */
const WAIT_MS = 60_000;

/** Everything held on the member, as a file. */
export function CopyCard({ memberNo }: { readonly memberNo: string }): ReactElement {
  const { copy: words } = useMessages(privacyMessages);
  const { go } = useNavigation();
  const making = useAction(async (format: Format) => {
    const asked = { params: { memberNo }, body: { format }, waitMs: WAIT_MS };
    const file = await callForFile(copy, asked);
    saveFile(file);
    showToast({ kind: "success", text: fill(words.done, { name: file.name }) });
  });
  const { doing, error } = making;
  const isStale = error instanceof ProblemAnswer && error.details.reason === "sign-in-again";
  const logInAgain = (): void => {
    endSession("expired");
    go(loginAddress(paths.ownPrivacy));
  };
  return (
    <Card title={words.title}>
      <div className={css["body"]}>
        <p>{words.text}</p>
        <div className={css["formats"]}>
          <Button needsNetwork width="full" blocked={making.busy} onClick={() => making.run("pdf")}>
            <Icon name="tray" />
            {words.pdf}
          </Button>
          <Button
            needsNetwork
            width="full"
            blocked={making.busy}
            onClick={() => making.run("json")}
          >
            <Icon name="tray" />
            {words.json}
          </Button>
        </div>
        <p className={field["hint"]} role="status">
          {doing ? fill(words.making, { format: doing.toUpperCase() }) : words.shared}
        </p>
        {making.failed && <Tip meaning="bad">{making.failed}</Tip>}
        {isStale && (
          <Button width="full" onClick={logInAgain}>
            {words.again}
          </Button>
        )}
      </div>
    </Card>
  );
}
