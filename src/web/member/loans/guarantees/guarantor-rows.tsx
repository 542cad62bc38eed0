import { guaranteesMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useEffect, useRef } from "react";
import { stillUncovered } from "#shared/cover.ts";
import { fill } from "#shared/language.ts";
import { type Cents, formatMoney } from "#shared/money.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { MoneyField } from "#web/common/fields.tsx";
import { tidyAmount } from "#web/common/typed-amount.ts";
import css from "./guarantees.module.css";
import type { Naming, NamingRow } from "./naming.ts";

interface GuarantorRowsProps {
  readonly naming: Naming;
  /** The part of the loan that the member's own deposits do not cover. */
  readonly uncovered: Cents;
}

/** Rows of member number and amount below the figures, with the amount still uncovered. */
export function GuarantorRows({ naming, uncovered }: GuarantorRowsProps): ReactElement {
  const { naming: words } = useMessages(guaranteesMessages);
  const group = useFocus(naming);
  const left = stillUncovered(uncovered, naming.pledged);
  return (
    <fieldset className={css["naming"]} ref={group}>
      <legend>{words.title}</legend>
      <p>{fill(words.text, { uncovered: formatMoney(uncovered) })}</p>
      {naming.rows.map((row, index) => (
        <Row key={row.key} naming={naming} row={row} number={String(index + 1)} />
      ))}
      <div className={css["sum"]}>
        <span role="status">
          {left > 0n ? fill(words.uncovered, { amount: formatMoney(left) }) : words.covered}
        </span>
        {naming.add && (
          <Button small onClick={naming.add}>
            {words.add}
          </Button>
        )}
      </div>
    </fieldset>
  );
}

interface RowProps {
  readonly naming: Naming;
  readonly row: NamingRow;
  readonly number: string;
}

function Row({ naming, row, number }: RowProps): ReactElement {
  const { naming: words } = useMessages(guaranteesMessages);
  const bind = (field: "memberNo" | "amount") => ({
    name: `guarantor-${row.key}-${field}`,
    value: row[field],
    error: naming.problemOf(row, field),
    onValue: (typed: string) => naming.change(row, field, typed),
  });
  return (
    <div className={css["row"]}>
      <Field
        label={fill(words.memberNo, { number })}
        bind={bind("memberNo")}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
      />
      <MoneyField
        label={fill(words.amount, { number })}
        bind={bind("amount")}
        tidy={tidyAmount}
        note={null}
      />
      <div className={css["send"]}>
        <Button
          look="quiet"
          aria-label={fill(words.removeOne, { number })}
          onClick={() => naming.remove(row)}
        >
          <Icon name="cross" small />
          {words.remove}
        </Button>
      </div>
    </div>
  );
}

/**
 * Keeps the focus useful: on a new row after adding, near the removed row after removing, and on
 * the first row with a problem after a rejection.
 */
function useFocus({ rows: { length: count }, rejections }: Naming) {
  const group = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    if (rejections === 0) return;
    group.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [rejections]);
  const before = useRef(count);
  useEffect(() => {
    if (count === before.current) return;
    before.current = count;
    const fields = group.current?.querySelectorAll<HTMLInputElement>('input[name$="memberNo"]');
    fields?.[fields.length - 1]?.focus();
  }, [count]);
  return group;
}
