import type { ReactElement } from "react";
import { Card } from "./card.tsx";
import { Loaded, type LoadedProps } from "./loaded.tsx";
import { SkeletonLines } from "./skeleton.tsx";

export interface WaitingCardProps extends Pick<
  LoadedProps<unknown>,
  "load" | "loading" | "failed"
> {
  readonly rows: number;
}

/** A placeholder for a page that has not loaded yet, with an error where it fails. */
export function WaitingCard({ rows, ...props }: WaitingCardProps): ReactElement {
  return (
    <Card>
      <Loaded {...props} skeleton={<SkeletonLines rows={rows} />}>
        {() => null}
      </Loaded>
    </Card>
  );
}
