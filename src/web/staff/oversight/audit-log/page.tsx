import { auditLogMessages } from "#shared/messages/oversight/audit-log-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { file, search } from "#shared/contract/oversight/audit-log.ts";
import { usePagedRequest } from "#web/lib/query.ts";
import { useNavigation } from "#web/lib/router.tsx";
import { Card } from "#web/ui/card.tsx";
import layout from "#web/ui/layout.module.css";
import { Loaded } from "#web/ui/loaded.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";
import { Download } from "#web/staff/download.tsx";
import { Choice } from "#web/staff/list-tools.tsx";
import queue from "#web/ui/queue.module.css";
import { type Asked, askedBy, auditAddress, everything, queryOf } from "./filters-in-address.ts";
import { ChainCard } from "./chain.tsx";
import { FilterForm } from "./filters.tsx";
import { Records } from "./records.tsx";

/** The audit log: search, verification of its chain, and export of its head. */
export function AuditPage(): ReactElement {
  const words = useMessages(auditLogMessages);
  const { address, go } = useNavigation();
  const asked = askedBy(address.search);
  const ask = (change: Partial<Asked>): void =>
    go(auditAddress({ ...asked, ...change }), { replace: true });
  const query = queryOf(asked);
  const load = usePagedRequest(search, { query }, "before", { keepBefore: true });
  return (
    <div className={layout["stack"]}>
      <PageHeader
        title={words.title}
        lead={words.lead}
        actions={<Download endpoint={file} request={{ query }} words={words} />}
      />
      <ChainCard />
      <Card title={words.filters}>
        <FilterForm
          filters={asked.filters}
          onSearch={(filters) => ask({ filters })}
          onClear={() => go(auditAddress(everything), { replace: true })}
        />
      </Card>
      <Card>
        <div className={queue["tools"]}>
          <Choice
            label={words.kind}
            value={asked.kind}
            onChoose={(kind) => ask({ kind })}
            options={words.kinds}
          />
        </div>
        <Loaded
          load={load}
          loading={words.loading}
          failed={words.failed}
          skeleton={<SkeletonLines rows={10} />}
        >
          {(data) => <Records data={data} />}
        </Loaded>
      </Card>
    </div>
  );
}
