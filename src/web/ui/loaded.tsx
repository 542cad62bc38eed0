import type { ReactElement, ReactNode } from "react";
import type { Load } from "#web/lib/loading.ts";
import { Skeleton } from "./skeleton.tsx";
import { FailedState } from "./empty-state.tsx";

export interface LoadedProps<T> {
  readonly load: Load<T>;
  /** The shape of the coming content, with a text for screen readers. */
  readonly skeleton: ReactNode;
  readonly loading: string;
  readonly failed: string;
  readonly children: (data: T) => ReactNode;
}

/** Shows a load in its current state. */
export function Loaded<T>(props: LoadedProps<T>): ReactElement {
  const { load } = props;
  if (load.state === "loading") return <Skeleton label={props.loading}>{props.skeleton}</Skeleton>;
  if (load.state === "failed") {
    return <FailedState title={props.failed} error={load.error} retry={load.retry} />;
  }
  return <>{props.children(load.data)}</>;
}
