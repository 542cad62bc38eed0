import { approvalsMessages } from "#shared/messages/oversight/approvals-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useState } from "react";
import { one } from "#shared/contract/oversight/approvals.ts";
import { fill } from "#shared/language.ts";
import { isUnknown } from "#web/lib/failure.ts";
import { useRequest } from "#web/lib/query.ts";
import { Link } from "#web/lib/router.tsx";
import { paths } from "#web/paths.ts";
import { approvalAddress } from "#web/staff/addresses.ts";
import { Card } from "#web/ui/card.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { WaitingCard } from "#web/ui/waiting-card.tsx";
import { useNeighbours } from "#web/staff/list-keys.ts";
import css from "./approvals.module.css";
import { DecideDialog } from "./decide-dialog.tsx";
import { type Deciding, RequestBody, StateBadge } from "./request-card.tsx";
import { approvalPosition } from "#web/staff/list-position.ts";

/** One request, at its own address, which messages and other pages link to. */
export function RequestPage({ id }: { readonly id: string }): ReactElement {
  const words = useMessages(approvalsMessages);
  const load = useRequest(one, { params: { approvalId: id } });
  const [deciding, setDeciding] = useState<Deciding | null>(null);
  useNeighbours(approvalPosition, id, approvalAddress);
  const found = load.state === "loaded" ? load.data : null;
  const isMissing = load.state === "failed" && isUnknown(load.error);
  return (
    <>
      <p className={css["back"]}>
        <Link to={approvalPosition.left(id) ?? paths.approvals}>
          <Icon name="left" small />
          {words.back}
        </Link>
      </p>
      <PageHeader
        title={found ? words.kinds[found.kind] : words.title}
        place={approvalAddress(id)}
        lead={fill(words.one, { id })}
        actions={found && <StateBadge state={found.state} />}
      />
      {found && (
        <Card>
          <RequestBody request={found} onDecide={setDeciding} />
        </Card>
      )}
      {isMissing && (
        <Card>
          <EmptyState icon="search" title={words.unknown}>
            <p>{words.unknownText}</p>
          </EmptyState>
        </Card>
      )}
      {!found && !isMissing && (
        <WaitingCard load={load} loading={words.loadingOne} failed={words.failedOne} rows={6} />
      )}
      {deciding && <DecideDialog deciding={deciding} onClose={() => setDeciding(null)} />}
    </>
  );
}
