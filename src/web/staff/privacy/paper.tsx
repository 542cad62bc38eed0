import { privacyDeskMessages } from "#shared/messages/privacy/desk-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { list, record } from "#shared/contract/privacy/desk.ts";
import { fill } from "#shared/language.ts";
import { call } from "#web/lib/api.ts";
import { formatDay } from "#web/lib/day.ts";
import { contractProblems, useForm } from "#web/lib/form.ts";
import { useSpoken, useWords } from "#web/lib/language.ts";
import { useNavigation } from "#web/lib/router.tsx";
import {
  AskFields,
  type AskedName,
  askedNames,
  askedOf,
  askProblems,
  startingAsk,
} from "#web/common/privacy/ask-fields.tsx";
import { privacyRequestAddress } from "#web/staff/addresses.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Field } from "#web/ui/field.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { useRenewDesk } from "../renew-desk.ts";
import { Back } from "./back.tsx";
import css from "./privacy-desk.module.css";

type Name = AskedName | "memberNo" | "receivedOn";

const names = ["memberNo", "receivedOn", ...askedNames] as const;

/** Records a request that came on paper, with the day it arrived. */
export function PaperPage(): ReactElement {
  const all = useWords();
  const { paper: words } = useMessages(privacyDeskMessages);
  const { language } = useSpoken();
  const { go } = useNavigation();
  const renew = useRenewDesk();
  const form = useForm<Name>({
    names,
    draft: "privacy-paper",
    starting: startingAsk,
    check: ({ memberNo, receivedOn, ...values }) => {
      const params = { memberNo, receivedOn, ...askedOf(values) };
      const { memberNo: wrongNo, receivedOn: wrongDay } = contractProblems<Name>(
        record.body,
        params as Record<Name, unknown>,
        all,
      );
      return {
        ...(wrongNo && { memberNo: wrongNo }),
        ...(wrongDay && { receivedOn: wrongDay }),
        ...askProblems(values, all),
      };
    },
    async send({ memberNo, receivedOn, ...values }) {
      const body = { memberNo, receivedOn, ...askedOf(values) };
      const { request } = await call(record, { body });
      const day = formatDay(request.dueOn, language);
      showToast({ kind: "success", text: fill(words.done, { id: request.id, day }) });
      await renew(list);
      go(privacyRequestAddress(request.id));
    },
  });
  return (
    <>
      <Back />
      <PageHeader title={words.title} place={privacyRequestAddress("new")} lead={words.lead} />
      <Card padded>
        <form className={css["form"]} onSubmit={form.submit} noValidate>
          <div className={css["pair"]}>
            <Field
              label={words.memberNo}
              bind={form.bind("memberNo")}
              type="text"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
            />
            <Field label={words.receivedOn} bind={form.bind("receivedOn")} type="date" />
          </div>
          <AskFields form={form} />
          {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
          <div>
            <Button type="submit" look="primary" width="full-on-phones" blocked={form.busy}>
              {words.submit}
            </Button>
          </div>
        </form>
      </Card>
    </>
  );
}
