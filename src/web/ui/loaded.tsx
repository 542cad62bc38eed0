import type { ReactElement, ReactNode } from "react";
import type { Load } from "#web/lib/loading.ts";
import { Skeleton } from "./skeleton.tsx";
import { FailedState } from "./void-state.tsx";

export interface LoadedProps<T> {
  readonly load: Load<T>;
  /** The real shape of what is coming, and what it is for those who hear the page. */
  readonly skeleton: ReactNode;
  readonly loading: string;
  readonly failed: string;
  readonly children: (data: T) => ReactNode;
}

/** Shows whichever of its states a load is in. */
export function Loaded<T>(props: LoadedProps<T>): ReactElement {
  const { load } = props;
  if (load.state === "loading") return <Skeleton label={props.loading}>{props.skeleton}</Skeleton>;
  if (load.state === "failed") {
    return <FailedState title={props.failed} error={load.error} retry={load.retry} />;
  }
  return <>{props.children(load.data)}</>;
}
