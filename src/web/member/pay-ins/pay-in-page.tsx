import { ownPayInMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import type * as z from "zod/mini";
import { ways as endpoint } from "#shared/contract/pay-ins/prompts.ts";
import { useRequest } from "#web/lib/query.ts";
import { Redirect, useAddressParameters, useNavigation } from "#web/lib/router.tsx";
import { paths, promptAddress } from "#web/paths.ts";
import { Crumb } from "#web/ui/crumb.tsx";
import layout from "#web/ui/layout.module.css";
import { PageHeader } from "#web/ui/page-header.tsx";
import { WaitingCard } from "#web/ui/waiting-card.tsx";
import { Finder } from "./finder.tsx";
import { HowToPay } from "./how-to-pay.tsx";
import { PayInForm } from "./pay-in-form.tsx";
import { PromptProgress } from "./prompt-progress.tsx";
import { chosenIn } from "./typed-pay-in.ts";

export type Ways = z.output<typeof endpoint.answer>;

/** Pay in: the payment and its phone, then its progress. */
export function PayInPage(): ReactElement {
  const words = useMessages(ownPayInMessages);
  const load = useRequest(endpoint);
  return (
    <>
      <Crumb to={paths.memberDetails}>{words.back}</Crumb>
      <PageHeader title={words.title} lead={words.lead} />
      <div className={layout["stack"]}>
        {load.state === "loaded" ? (
          <Paying ways={load.data} />
        ) : (
          <WaitingCard load={load} loading={words.loading} failed={words.failed} rows={6} />
        )}
        {load.state !== "loading" && <Finder />}
      </div>
    </>
  );
}

/** An open prompt is shown first, even after the page was closed. */
function Paying({ ways }: { readonly ways: Ways }): ReactElement {
  const { last } = ways;
  const { search } = useNavigation().address;
  const asked = useAddressParameters<"payIn">();
  const isOpen = last?.state === "asked" || last?.state === "sent";
  const { prompt: reference } = asked;
  if (reference === undefined && isOpen) return <Redirect to={promptAddress(last.reference)} />;
  if (reference !== undefined) {
    const known = last?.reference === reference ? last : undefined;
    return <PromptProgress reference={reference} known={known} />;
  }
  const start = chosenIn(ways, asked);
  return (
    <div className={layout["two"]}>
      {ways.canPrompt && <PayInForm key={search} ways={ways} start={start} />}
      <HowToPay ways={ways} />
    </div>
  );
}
