import type { ReactElement } from "react";
import { ask, own, type PrivacyDetail } from "#shared/contract/privacy/requests.ts";
import { fill } from "#shared/language.ts";
import type { PrivacyKind } from "#shared/privacy-deadline.ts";
import {
  AskFields,
  type AskedName,
  askedNames,
  askedOf,
  askProblems,
  startingAsk,
} from "#web/common/privacy/ask-fields.tsx";
import { call } from "#web/lib/api.ts";
import { formatDay } from "#web/lib/day.ts";
import { useForm } from "#web/lib/form.ts";
import { useSpoken, useWords } from "#web/lib/language.ts";
import { privacyMessages } from "#web/lib/member-texts.ts";
import { offlineSince } from "#web/lib/offline-since.ts";
import { useRenew } from "#web/lib/query.ts";
import { useMessages } from "#web/lib/words.ts";
import { KeepingSubmit, KeepNote } from "#web/member/identity/unsent/keeping.tsx";
import { keepUnsent } from "#web/member/identity/unsent/outbox.ts";
import { paths } from "#web/paths.ts";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import css from "./privacy.module.css";

/** A request to the office; its input is kept when a session ends. */
export function AskForm(): ReactElement {
  const words = useMessages(privacyMessages);
  const all = useWords();
  const { language } = useSpoken();
  const renew = useRenew();
  const form = useForm<AskedName>({
    names: askedNames,
    draft: DRAFT,
    starting: startingAsk,
    check: (values) => askProblems(values, all),
    async send(values) {
      if (offlineSince.get() !== null) {
        const { kinds, details } = words.ask;
        const detail = values.kind === "correction" ? values.detail : "";
        const named = details[detail as PrivacyDetail] ?? "";
        const what = `${kinds[values.kind as PrivacyKind]} ${named}`.trim();
        const done = { what, address: paths.ownPrivacy, drafts: { [DRAFT]: values } };
        return keepUnsent("request", ask, { body: askedOf(values) }, done);
      }
      const { id, dueOn } = await call(ask, { body: askedOf(values) });
      const day = formatDay(dueOn, language);
      showToast({ kind: "success", text: fill(words.ask.done, { id, day }) });
      form.put({ ...startingAsk, shouldBe: "", note: "" });
      await renew(own);
    },
  });
  return (
    <form className={css["form"]} onSubmit={form.submit} noValidate>
      <AskFields form={form} />
      {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
      <KeepNote />
      <div>
        <KeepingSubmit blocked={form.busy}>{words.ask.submit}</KeepingSubmit>
      </div>
    </form>
  );
}

const DRAFT = "privacy-request";
