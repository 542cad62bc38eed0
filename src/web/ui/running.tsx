import type { ReactElement, ReactNode } from "react";
import css from "./running.module.css";

export interface RunningProps {
  readonly done: number;
  readonly of: number;
  /** The progress, as text. */
  readonly text: string;
  readonly children?: ReactNode;
}

/** The progress of something that takes a while. */
export function Running({ done, of, text, children }: RunningProps): ReactElement {
  return (
    <div className={css["running"]}>
      <progress value={done} max={Math.max(of, 1)} aria-label={text} />
      <span>{text}</span>
      {children}
    </div>
  );
}
