import type { ReactElement } from "react";
import { Loaded, type LoadedProps } from "./loaded.tsx";
import { SkeletonLines } from "./skeleton.tsx";

interface LoadedLinesProps<T> extends Pick<LoadedProps<T>, "load" | "children"> {
  /** The texts of the card. */
  readonly words: Pick<LoadedProps<T>, "loading" | "failed">;
  /** How many rows of a label and a value are drawn until it is loaded. */
  readonly lines: number;
}

/** Shows a load in its current state, as lines while it is on its way. */
export function LoadedLines<T>(props: LoadedLinesProps<T>): ReactElement {
  const { load, words, lines, children } = props;
  return (
    <Loaded
      load={load}
      loading={words.loading}
      failed={words.failed}
      skeleton={<SkeletonLines rows={lines} />}
    >
      {children}
    </Loaded>
  );
}
