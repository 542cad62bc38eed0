import { type ReactElement, useState } from "react";
import { type CalendarDate, parseCalendarDate } from "#shared/calendar-date.ts";
import text from "./text.module.css";

interface DayToolProps {
  readonly label: string;
  readonly value: string;
  readonly onDay: (day: CalendarDate) => void;
  readonly className?: string | undefined;
  /** Shows the label to everybody, not only to those who hear the page. */
  readonly isSaid?: boolean;
  /** What says that the day cannot be, by its id. */
  readonly faultId?: string | undefined;
}

/** A day that narrows what is shown; it counts once one has finished typing it. */
export function DayTool(props: DayToolProps): ReactElement {
  const { label, value, onDay, className, isSaid = false, faultId } = props;
  const [typed, setTyped] = useState(value);
  const settle = (): void => {
    const day = parseCalendarDate(typed);
    // A year on its way to being typed is a date too, such as 0202.
    if (day && day >= "1900" && day !== value) onDay(day);
    else if (!day) setTyped(value);
  };
  return (
    <label className={className}>
      <span className={isSaid ? undefined : text["hidden"]}>{label}</span>
      <input
        type="date"
        value={typed}
        aria-invalid={faultId ? true : undefined}
        aria-describedby={faultId}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={settle}
        onKeyDown={(event) => event.key === "Enter" && settle()}
      />
    </label>
  );
}
