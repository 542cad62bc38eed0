import { loanPagesMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import type * as z from "zod/mini";
import type { eligibility } from "#shared/contract/loans/instant-loans.ts";
import { overview } from "#shared/contract/statements/member-statements.ts";
import { formatMoney } from "#shared/money.ts";
import { fill } from "#shared/language.ts";
import type { Load } from "#web/lib/loading.ts";
import { Link } from "#web/lib/router.tsx";
import { ownApplicationAddress, paths } from "#web/paths.ts";
import { useOwn } from "#web/member/use-own.ts";
import { Card } from "#web/ui/card.tsx";
import { classes } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import { LoadedLines } from "#web/ui/loaded-lines.tsx";
import { Tip } from "#web/ui/tip.tsx";
import css from "./loans.module.css";
import { mostOf } from "./figures.ts";

export type Eligibility = z.output<typeof eligibility.answer>;

/** The target of the link under Amount. */
export const WHY = "why";

/** How much can be borrowed and why: each rule with its state, and how to satisfy it. */
export function BorrowCard({ load }: { readonly load: Load<Eligibility> }): ReactElement {
  const { borrow } = useMessages(loanPagesMessages);
  const most = load.state === "loaded" ? mostOf(load.data) : null;
  const upTo = most ? fill(borrow.upTo, { most: formatMoney(most) }) : "";
  return (
    <div id={WHY}>
      <Card {...(most !== null && { title: upTo || borrow.nothing })}>
        <LoadedLines load={load} words={borrow} lines={4}>
          {({ rules }) => (
            <ul className={css["why"]}>
              {rules
                .filter(({ state }) => state !== "off")
                .map(({ code, state, words }) => (
                  <li key={code} className={classes(state === "unmet" && css["unmet"])}>
                    <Icon name={state === "met" ? "check" : "stop"} />
                    <div>
                      {borrow.rules[code]}
                      <small>{words}</small>
                    </div>
                    <span>{state === "met" ? borrow.met : borrow.unmet}</span>
                  </li>
                ))}
            </ul>
          )}
        </LoadedLines>
      </Card>
    </div>
  );
}

/** Shown above the form where nothing can be borrowed; the card says what would change that. */
export function Blocked({ load }: { readonly load: Load<Eligibility> }): ReactElement | null {
  const { apply, borrow } = useMessages(loanPagesMessages);
  if (load.state !== "loaded" || load.data.mostWithGuarantors > 0) return null;
  const isFull = load.data.rules.some(
    ({ code, state }) => code === "openApplication" && state === "unmet",
  );
  return (
    <Tip meaning="warn">
      <b>{borrow.nothing}.</b> <a href={`#${WHY}`}>{apply.why}</a> {isFull && <OpenApplication />}
    </Tip>
  );
}

/** Links to the pending application. */
export function OpenApplication(): ReactElement {
  const { apply } = useMessages(loanPagesMessages);
  const load = useOwn(overview);
  const open = load.state === "loaded" ? load.data.application : undefined;
  return (
    <Link to={open ? ownApplicationAddress(open.loanNo) : paths.loanList}>{apply.seeOpen}</Link>
  );
}
