import { secondFactorMessages } from "#shared/messages/identity/second-factor-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useState } from "react";
import { begin, confirm, renewCodes, standing } from "#shared/contract/identity/second-factor.ts";
import { fill } from "#shared/language.ts";
import { call } from "#web/lib/api.ts";
import { useSpoken } from "#web/lib/language.ts";
import { useRequest, useRenew } from "#web/lib/query.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Loaded } from "#web/ui/loaded.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { useOfficer } from "#web/staff/officer.ts";
import { formatMoment } from "#web/lib/moment.ts";
import { Enrol, type Offer } from "#web/staff/identity/sign-in/enrol.tsx";
import { ProofForm } from "#web/staff/identity/sign-in/proof-form.tsx";
import { RecoveryCodes } from "#web/staff/identity/sign-in/recovery-codes.tsx";
import css from "./security.module.css";

type Codes = readonly string[];

/** The current stage: overview, proving one's identity, enrolling, or saving codes. */
type Step =
  | { readonly at: "look" }
  | { readonly at: "proof"; readonly for: "move" | "renew" }
  | { readonly at: "enrol"; readonly begin: () => Promise<Offer> }
  | { readonly at: "codes"; readonly codes: Codes };

/** The sign-in settings of staff: the second factor and its recovery codes. */
export function SecurityPage(): ReactElement | null {
  const { own: words } = useMessages(secondFactorMessages);
  const [step, setStep] = useState<Step>({ at: "look" });
  const staffNo = useOfficer()?.staffNo ?? "";
  const renew = useRenew();
  const back = (): void => setStep({ at: "look" });
  const keep = async (codes: Codes): Promise<void> => {
    setStep({ at: "codes", codes });
    await renew(standing);
  };
  return (
    <>
      <PageHeader title={words.title} place={step.at} lead={words.lead} />
      {step.at === "look" && <Standing onStep={setStep} />}
      {step.at === "proof" && (
        <Proof what={step.for} onStep={setStep} onCodes={keep} onCancel={back} />
      )}
      {step.at === "enrol" && (
        <Framed onCancel={back}>
          <Enrol
            begin={step.begin}
            confirm={async (code) => {
              const { recoveryCodes } = await call(confirm, { body: { code } });
              await keep(recoveryCodes);
            }}
          />
        </Framed>
      )}
      {step.at === "codes" && <Kept codes={step.codes} staffNo={staffNo} onKept={back} />}
    </>
  );
}

function Standing({ onStep }: { readonly onStep: (step: Step) => void }): ReactElement {
  const { own: words } = useMessages(secondFactorMessages);
  const { language } = useSpoken();
  const load = useRequest(standing);
  return (
    <Card title={words.card}>
      <Loaded
        load={load}
        loading={words.loading}
        failed={words.failed}
        skeleton={<SkeletonLines rows={3} />}
      >
        {({ enrolledAt, recoveryCodesLeft: left, required }) => {
          const date = enrolledAt && formatMoment(enrolledAt, language);
          return (
            <div className={css["body"]}>
              <div className={css["row"]}>
                {date ? (
                  <Badge meaning="ok" icon="check">
                    {fill(words.on, { date })}
                  </Badge>
                ) : (
                  <Badge meaning="warn" icon="warn">
                    {words.off}
                  </Badge>
                )}
                {date && <span>{fill(words.left, { left })}</span>}
              </div>
              <p>{required ? words.required : words.optional}</p>
              <div className={css["row"]}>
                {date ? (
                  <>
                    <Button onClick={() => onStep({ at: "proof", for: "move" })}>
                      {words.move}
                    </Button>
                    <Button onClick={() => onStep({ at: "proof", for: "renew" })}>
                      {words.renew}
                    </Button>
                  </>
                ) : (
                  <Button
                    look="primary"
                    onClick={() => onStep({ at: "enrol", begin: () => call(begin, { body: {} }) })}
                  >
                    {words.setUp}
                  </Button>
                )}
              </div>
            </div>
          );
        }}
      </Loaded>
    </Card>
  );
}

interface ProofProps {
  readonly what: "move" | "renew";
  readonly onStep: (step: Step) => void;
  readonly onCodes: (codes: Codes) => Promise<void>;
  readonly onCancel: () => void;
}

function Proof({ what, onStep, onCodes, onCancel }: ProofProps): ReactElement {
  const { own: words } = useMessages(secondFactorMessages);
  const send = async (code: string): Promise<void> => {
    if (what === "renew") {
      const { recoveryCodes } = await call(renewCodes, { body: { code } });
      return onCodes(recoveryCodes);
    }
    const offer = await call(begin, { body: { code } });
    onStep({ at: "enrol", begin: async () => offer });
  };
  return (
    <Framed
      title={what === "move" ? words.move : words.renew}
      text={what === "move" ? words.moveText : words.renewText}
      onCancel={onCancel}
    >
      <ProofForm submit={words.go} send={send} />
    </Framed>
  );
}

interface KeptProps {
  readonly codes: Codes;
  readonly staffNo: string;
  readonly onKept: () => void;
}

function Kept({ codes, staffNo, onKept }: KeptProps): ReactElement {
  const { codes: words } = useMessages(secondFactorMessages);
  const kept = (): void => {
    showToast({ kind: "success", text: words.done });
    onKept();
  };
  return (
    <Framed title={words.title} text={words.lead}>
      <RecoveryCodes codes={codes} staffNo={staffNo} onKept={kept} />
    </Framed>
  );
}

interface FramedProps {
  readonly title?: string;
  readonly text?: string;
  readonly onCancel?: () => void;
  readonly children: ReactElement;
}

function Framed({ title, text, onCancel, children }: FramedProps): ReactElement {
  const { own, enrol } = useMessages(secondFactorMessages);
  return (
    <Card title={title ?? enrol.title}>
      <div className={css["body"]}>
        {text && <p>{text}</p>}
        <div className={css["narrow"]}>{children}</div>
        {onCancel && (
          <div>
            <Button look="quiet" onClick={onCancel}>
              {own.cancel}
            </Button>
          </div>
        )}
      </div>
    </Card>
  );
}
