import { statementsMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { useNavigation } from "#web/lib/router.tsx";
import {
  isBackwards,
  type Period,
  periodSearch,
  presetOf,
  presetPeriod,
  presets,
  today,
} from "#web/lib/period.ts";
import { DayTool } from "#web/ui/day-tool.tsx";
import { Icon } from "#web/ui/icon.tsx";
import text from "#web/ui/text.module.css";
import css from "./statement.module.css";

/** Changes the period in the address, so that Back and a reload keep it. */
function useGoToPeriod(): (period: Period, how?: { readonly replace?: boolean }) => void {
  const { address, go } = useNavigation();
  return (period, how) => go(address.pathname + periodSearch(period), how);
}

/** The period of a statement: presets to press, and its first and last day. */
export function PeriodTools({ period }: { readonly period: Period }): ReactElement {
  const { period: words } = useMessages(statementsMessages);
  const goTo = useGoToPeriod();
  const now = today();
  const chosen = presetOf(period, now);
  return (
    <>
      <div className={css["presets"]} role="group" aria-label={words.label}>
        {presets.map((preset) => (
          <button
            key={preset}
            type="button"
            aria-pressed={preset === chosen}
            onClick={() => goTo(presetPeriod(preset, now))}
          >
            {words[preset]}
          </button>
        ))}
      </div>
      <DayTool
        className={css["control"]}
        isSaid
        label={words.from}
        value={period.from ?? ""}
        faultId={isBackwards(period) ? "backwards" : undefined}
        onDay={(from) => goTo({ ...period, from }, { replace: true })}
      />
      <DayTool
        className={css["control"]}
        isSaid
        label={words.to}
        value={period.to ?? now}
        faultId={isBackwards(period) ? "backwards" : undefined}
        onDay={(to) => goTo({ ...period, to }, { replace: true })}
      />
      {isBackwards(period) && (
        <p className={css["backwards"]} id="backwards" role="alert">
          <Icon name="stop" small />
          {words.order}
        </p>
      )}
    </>
  );
}

interface SearchBoxProps {
  readonly value: string;
  readonly hint: string;
  readonly onValue: (value: string) => void;
}

/** Filters the rows as the member types. */
export function SearchBox({ value, hint, onValue }: SearchBoxProps): ReactElement {
  const { search } = useMessages(statementsMessages);
  return (
    <label className={`${css["control"]} ${css["grow"]}`}>
      <Icon name="search" small />
      <span className={text["hidden"]}>{search.label}</span>
      <input
        type="search"
        value={value}
        placeholder={hint}
        maxLength={100}
        onChange={(event) => onValue(event.target.value)}
      />
    </label>
  );
}
