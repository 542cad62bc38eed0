import { type FormEvent, type ReactElement, useState } from "react";
import type * as z from "zod/mini";
import { bankDetails, requestBankDetails } from "#shared/contract/payouts/bank.ts";
import { fill } from "#shared/language.ts";
import { bankMessages } from "#shared/messages/payouts/bank-sw.ts";
import { call } from "#web/lib/api.ts";
import { isUnknown } from "#web/lib/failure.ts";
import { contractProblems, useForm } from "#web/lib/form.ts";
import { useSpoken, useWords } from "#web/lib/language.ts";
import { useRequest } from "#web/lib/query.ts";
import { useNavigation } from "#web/lib/router.tsx";
import { useMessages } from "#web/lib/words.ts";
import { bankPayoutsAddress } from "#web/staff/addresses.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Facts } from "#web/ui/facts.tsx";
import { Field } from "#web/ui/field.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { WaitingCard } from "#web/ui/waiting-card.tsx";
import desk from "#web/ui/desk.module.css";
import page from "#web/ui/desk-page.module.css";
import type { Officer } from "../../officer.ts";
import { formatNairobiMoment } from "../../nairobi-moment.ts";
import { useRenewDesk } from "../../renew-desk.ts";
import { WaitsForSecond } from "../../waits-for-second.tsx";

interface DetailsProps {
  /** The member number in the address; otherwise empty. */
  readonly member: string;
  readonly officer: Officer;
}

/** Finds a member by number, and shows or changes their bank account. */
export function BankDetailsCard({ member, officer }: DetailsProps): ReactElement {
  const { details: words } = useMessages(bankMessages);
  const { go } = useNavigation();
  const [typed, setTyped] = useState(member);
  const find = (event: FormEvent): void => {
    event.preventDefault();
    go(bankPayoutsAddress(typed.trim()), { replace: true });
  };
  const bind = { name: "member", value: typed, error: undefined, onValue: setTyped };
  return (
    <Card title={words.title}>
      <div className={desk["act"]}>
        <form className={page["form"]} onSubmit={find} noValidate>
          <Field label={words.member} bind={bind} autoComplete="off" spellCheck={false} />
          <Button type="submit" width="full-on-phones">
            {words.find}
          </Button>
        </form>
      </div>
      {member !== "" && <Found key={member} member={member} officer={officer} />}
    </Card>
  );
}

function Found({ member, officer }: DetailsProps): ReactElement {
  const { details: words } = useMessages(bankMessages);
  const load = useRequest(bankDetails, { params: { memberNo: member } }, { isAccess: true });
  if (load.state === "failed" && isUnknown(load.error)) {
    return (
      <div className={desk["act"]}>
        <Tip meaning="bad">{words.unknown}</Tip>
      </div>
    );
  }
  if (load.state !== "loaded") {
    return <WaitingCard load={load} loading={words.loading} failed={words.failed} rows={4} />;
  }
  return <Shown found={load.data} officer={officer} />;
}

type Details = z.output<typeof bankDetails.answer>;

function Shown({ found, officer }: { readonly found: Details; readonly officer: Officer }) {
  const all = useMessages(bankMessages);
  const { details: words } = all;
  const { current, waiting } = found;
  const maySet = officer.may("contacts.request");
  return (
    <>
      {current && <Current found={found} />}
      <div className={desk["act"]}>
        {!current && <p>{`${found.fullName}. ${words.none}`}</p>}
        {waiting && (
          <WaitsForSecond
            approvalId={waiting.approvalId}
            text={waiting.yours ? all.waitsYours : fill(all.waits, { by: waiting.by })}
            link={all.open}
          />
        )}
        {!waiting && maySet && current && <h3>{words.change}</h3>}
        {!waiting && maySet && <DetailsForm memberNo={found.memberNo} />}
        {!maySet && <Tip meaning="info">{words.mayNot}</Tip>}
      </div>
    </>
  );
}

function Current({ found: { fullName, current } }: { readonly found: Details }) {
  const { details: words } = useMessages(bankMessages);
  const { language } = useSpoken();
  if (!current) return null;
  const from = fill(words.usableFrom, { at: formatNairobiMoment(current.usableFrom, language) });
  return (
    <Facts
      facts={[
        { term: words.name, value: fullName },
        { term: words.bankName, value: current.bankName },
        { term: words.branchCode, value: current.branchCode },
        { term: words.accountNo, value: current.accountNo },
        { term: words.accountName, value: current.accountName },
        { term: words.usable, value: current.isUsable ? words.usableNow : from },
      ]}
    />
  );
}

const names = ["bankName", "branchCode", "accountNo", "accountName"] as const;
type Name = (typeof names)[number];

function DetailsForm({ memberNo }: { readonly memberNo: string }): ReactElement {
  const said = useWords();
  const { details: words, sent } = useMessages(bankMessages);
  const renew = useRenewDesk();
  const form = useForm<Name>({
    names,
    draft: `bank details ${memberNo}`,
    check: (values) => contractProblems<Name>(requestBankDetails.body, values, said),
    async send(body) {
      await call(requestBankDetails, { params: { memberNo }, body });
      showToast({ kind: "success", text: sent, detail: words.sentDetail });
      await renew(bankDetails);
    },
  });
  return (
    <form className={page["form"]} onSubmit={form.submit} noValidate>
      <Field label={words.bankName} bind={form.bind("bankName")} autoComplete="off" />
      <Field
        label={words.branchCode}
        bind={form.bind("branchCode")}
        note={{ kind: "hint", text: words.branchHint }}
        inputMode="numeric"
        autoComplete="off"
      />
      <Field
        label={words.accountNo}
        bind={form.bind("accountNo")}
        inputMode="numeric"
        autoComplete="off"
      />
      <Field
        label={words.accountName}
        bind={form.bind("accountName")}
        note={{ kind: "hint", text: words.nameHint }}
        autoComplete="off"
      />
      {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
      <Button look="primary" width="full-on-phones" type="submit" blocked={form.busy}>
        {words.send}
      </Button>
    </form>
  );
}
