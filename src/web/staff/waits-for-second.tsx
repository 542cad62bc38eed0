import type { ReactElement } from "react";
import { Link } from "#web/lib/router.tsx";
import { approvalAddress } from "#web/staff/addresses.ts";
import { Tip } from "#web/ui/tip.tsx";

interface Props {
  readonly approvalId: string;
  /** The step that waits, and the person it waits for. */
  readonly text: string;
  readonly link: string;
}

/** Says that a step waits for a second person, and links to its request. */
export function WaitsForSecond({ approvalId, text, link }: Props): ReactElement {
  return (
    <Tip meaning="warn">
      {text} <Link to={approvalAddress(approvalId)}>{link}</Link>
    </Tip>
  );
}
