import { splitMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useState } from "react";
import type * as z from "zod/mini";
import { chooseHeld, split } from "#shared/contract/dividends/splits.ts";
import { totals } from "#shared/contract/members/records.ts";
import type { chosenDestinations } from "#shared/dividend-part-places.ts";
import { fill } from "#shared/language.ts";
import { call } from "#web/lib/api.ts";
import { money } from "#web/lib/figures.ts";
import { useForm } from "#web/lib/form.ts";
import { useRenew } from "#web/lib/query.ts";
import { useSociety } from "#web/lib/society.ts";
import { HELD } from "#web/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import layout from "#web/ui/layout.module.css";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { ConfirmMobile } from "#web/member/identity/confirm-mobile.tsx";

export type HeldPart = z.output<typeof split.answer>["onHold"][number];
type Destination = (typeof chosenDestinations)[number];

/** The part of a member's dividends that is on hold, the reason, and the possible actions. */
export function HeldCard({ parts }: { readonly parts: readonly HeldPart[] }): ReactElement | null {
  const { held: words } = useMessages(splitMessages);
  if (parts.length === 0) return null;
  return (
    <Card title={words.title} place={HELD}>
      <div className={layout["stack"]}>
        {parts.map((part) => (
          <Held key={`${part.year} ${part.part}`} part={part} />
        ))}
      </div>
    </Card>
  );
}

function Held({ part }: { readonly part: HeldPart }): ReactElement {
  const { held: words } = useMessages(splitMessages);
  const { phone } = useSociety();
  const [asked, setAsked] = useState<Destination | "confirm" | null>(null);
  const { year, amount, reason } = part;
  const close = (): void => setAsked(null);
  return (
    <div>
      <p>
        <b>{fill(words.lead, { amount: money(amount), year })}</b>{" "}
        {fill(words.texts[reason], { phone })}
      </p>
      {reason === "mobile-unconfirmed" && (
        <Button look="primary" onClick={() => setAsked("confirm")}>
          {words.confirm}
        </Button>
      )}
      {reason !== "member-left" && (
        <>
          <Button look="quiet" onClick={() => setAsked("deposits")}>
            {words.deposits}
          </Button>
          <Button look="quiet" onClick={() => setAsked("share-capital")}>
            {words.shares}
          </Button>
        </>
      )}
      {asked === "confirm" && <ConfirmMobile mobile="" onClose={close} />}
      {asked !== null && asked !== "confirm" && (
        <ChooseDialog part={part} destination={asked} onClose={close} />
      )}
    </div>
  );
}

interface ChooseProps {
  readonly part: HeldPart;
  readonly destination: Destination;
  readonly onClose: () => void;
}

function ChooseDialog({ part, destination, onClose }: ChooseProps): ReactElement {
  const { held: words } = useMessages(splitMessages);
  const renew = useRenew();
  const form = useForm<never>({
    names: [],
    check: () => ({}),
    async send() {
      const params = { year: String(part.year), part: part.part };
      await call(chooseHeld, { params, body: { destination } });
      showToast({ kind: "success", text: words.done });
      await renew(split, totals.shareCapital, totals.dividendPayable);
      onClose();
    },
  });
  return (
    <Dialog title={words.asks[destination]} actions={null} onClose={() => form.busy || onClose()}>
      <form onSubmit={form.submit} noValidate>
        <p>{fill(words.ask[destination], { amount: money(part.amount) })}</p>
        <p>{words.tax}</p>
        {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
        <Button first blocked={form.busy} onClick={onClose}>
          {words.cancel}
        </Button>
        <Button type="submit" look="primary" blocked={form.busy}>
          {words.yes}
        </Button>
      </form>
    </Dialog>
  );
}
