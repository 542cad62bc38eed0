import { splitMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { split as splitEndpoint } from "#shared/contract/dividends/splits.ts";
import { fill } from "#shared/language.ts";
import { splitAddress } from "#web/paths.ts";
import { useOwn } from "#web/member/use-own.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { useSaidMoment } from "../../lib/moment.ts";
import css from "./dividends.module.css";
import { HeldCard } from "./held-card.tsx";
import { PaymentsCard } from "./payments-card.tsx";
import { sharesOf } from "./typed-split.ts";
import { SumCard } from "./sum-card.tsx";

/** Above the dividend statement: the calculation behind it, and a link to split it. */
export function DividendSum(): ReactElement {
  const { sum: words } = useMessages(splitMessages);
  const say = useSaidMoment();
  const load = useOwn(splitEndpoint);
  const shares = load.state === "loaded" ? sharesOf(load.data) : [];
  const payouts = load.state === "loaded" ? load.data.payouts : [];
  return (
    <>
      {shares.map(({ year, isOpen, version, closesOn, closesAt }) => (
        <div key={year} className={css["invite"]}>
          <p>
            {shares.length > 1 && fill(words.titleYear, { year })}{" "}
            {isOpen && fill(words.until, { closes: say(closesOn, closesAt) })}
          </p>
          <LinkButton small look="primary" to={splitAddress(year)}>
            {isOpen && version === 0 ? words.split : words.seeSplit}
          </LinkButton>
        </div>
      ))}
      {load.state === "loaded" && <HeldCard parts={load.data.onHold} />}
      {payouts.length > 0 && <PaymentsCard payouts={payouts} />}
      <SumCard says="year" byMode />
    </>
  );
}
