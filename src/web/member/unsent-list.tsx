import type { ReactElement } from "react";
import { WaitingList } from "./identity/unsent/waiting-list.tsx";
import { unsentKinds } from "./unsent-kinds.ts";

/** Shows what waits to be sent, and sends it by the call of its kind. */
export function UnsentList(): ReactElement {
  return <WaitingList kinds={unsentKinds} />;
}
