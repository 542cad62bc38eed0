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

/** Stands for a page of which nothing is there yet, and says so where it does not come. */
export function WaitingCard({ rows, ...props }: WaitingCardProps): ReactElement {
  return (
    <Card>
      <Loaded {...props} skeleton={<SkeletonLines rows={rows} />}>
        {() => null}
      </Loaded>
    </Card>
  );
}
