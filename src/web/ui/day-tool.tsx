import { type ReactElement, useRef, useState } from "react";
import { type CalendarDate, parseCalendarDate } from "#shared/calendar-date.ts";
import text from "./text.module.css";

interface DayToolProps {
  readonly label: string;
  readonly value: string;
  readonly onDay: (day: CalendarDate) => void;
  readonly className?: string | undefined;
  /** Shows the label on the screen, not only to screen readers. */
  readonly isSaid?: boolean;
  /** The id of the message that the day is invalid. */
  readonly faultId?: string | undefined;
}

/** A date filter. A picked date applies at once, a typed one on Enter or on leaving the field. */
export function DayTool(props: DayToolProps): ReactElement {
  const { label, value, onDay, className, isSaid = false, faultId } = props;
  const [typed, setTyped] = useState(value);
  const [given, setGiven] = useState(value);
  const isTyping = useRef(false);
  if (given !== value) {
    setGiven(value);
    setTyped(value);
  }
  const settle = (entered: string): void => {
    isTyping.current = false;
    const day = parseCalendarDate(entered);
    // A half-typed year is a valid date too, such as 0202.
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
        onChange={({ target }) => {
          setTyped(target.value);
          if (!isTyping.current) settle(target.value);
        }}
        onBlur={() => settle(typed)}
        // The pointer goes to the calendar, whose days are picked.
        onPointerDown={() => {
          isTyping.current = false;
        }}
        onKeyDown={({ key }) => {
          if (key === "Enter") settle(typed);
          else if (/^\w$|^Arrow|^Backspace$|^Delete$/.test(key)) isTyping.current = true;
        }}
      />
    </label>
  );
}
