import { settingsMessages } from "#shared/messages/office/settings-sw.ts";
import { VERSION } from "#shared/version.ts";
import { fill } from "#shared/language.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { Link } from "#web/lib/router.tsx";
import { settingsAddress } from "#web/staff/addresses.ts";
import { type SettingsPart, settingsParts, useParameters } from "#web/staff/parameters.ts";
import layout from "#web/ui/layout.module.css";
import { PageHeader } from "#web/ui/page-header.tsx";
import { useOfficer } from "#web/staff/officer.ts";
import { CheckOffWordsPart } from "./check-off-words.tsx";
import { ContributionsPart } from "./contributions.tsx";
import { LookPart } from "./appearance.tsx";
import { MessageEditorPart } from "./message-editor.tsx";
import { MessagesPart } from "./messages.tsx";
import { PoliciesPart } from "./policies.tsx";
import { PayInsPart } from "./pay-ins.tsx";
import { ReceiptsPart } from "./receipts.tsx";
import { RetentionPart } from "./retention.tsx";
import css from "./settings.module.css";
import { SmsPart } from "./sms.tsx";
import { SocietyPart } from "./society.tsx";
import { WithdrawalsPart } from "./withdrawals.tsx";

/** The settings that an administrator keeps without a developer, a section at a time. */
export function SettingsPage(): ReactElement | null {
  const words = useMessages(settingsMessages);
  const officer = useOfficer();
  const asked = useParameters("settings");
  if (officer === null) return null;
  const { part = "society" } = asked;
  const message = part === "messages" ? asked.message : undefined;
  const mayEdit = officer.may("settings.edit");
  return (
    <div className={layout["stack"]}>
      <PageHeader
        title={words.title}
        place={`settings ${part} ${message ?? ""}`}
        lead={words.lead}
      />
      <nav className={css["parts"]} aria-label={words.parts.label}>
        {settingsParts.map((one) => (
          <Link
            key={one}
            to={settingsAddress(one)}
            aria-current={one === part ? "page" : undefined}
          >
            {words.parts[one]}
          </Link>
        ))}
      </nav>
      {!mayEdit && <p className={css["quiet"]}>{words.readOnly}</p>}
      <PartOf
        part={part}
        message={message}
        mayEdit={mayEdit}
        mayLoans={officer.may("loans.policy")}
      />
      <p className={css["quiet"]}>{fill(words.version, { version: VERSION })}</p>
    </div>
  );
}

interface PartProps {
  readonly part: SettingsPart;
  readonly message: string | undefined;
  readonly mayEdit: boolean;
  readonly mayLoans: boolean;
}

function PartOf({ part, message, mayEdit, mayLoans }: PartProps): ReactElement {
  if (part === "look") return <LookPart mayEdit={mayEdit} />;
  if (part === "policies") return <PoliciesPart mayEdit={mayEdit} mayLoans={mayLoans} />;
  if (part === "payIns") return <PayInsPart mayEdit={mayEdit} />;
  if (part === "withdrawals") return <WithdrawalsPart mayEdit={mayEdit} />;
  if (part === "contributions") return <ContributionsPart mayEdit={mayEdit} />;
  if (part === "receipts") return <ReceiptsPart mayEdit={mayEdit} />;
  if (part === "checkOffWords") return <CheckOffWordsPart mayEdit={mayEdit} />;
  if (part === "sms") return <SmsPart mayEdit={mayEdit} />;
  if (part === "retention") return <RetentionPart mayEdit={mayEdit} />;
  if (part === "society") return <SocietyPart mayEdit={mayEdit} />;
  if (message === undefined) return <MessagesPart />;
  return <MessageEditorPart key={message} template={message} mayEdit={mayEdit} />;
}
