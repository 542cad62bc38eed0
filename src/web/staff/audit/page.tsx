import { type ReactElement, useState } from "react";
import { file, search } from "#shared/contract/audit-trail.ts";
import { useAuditTrailWords } from "#web/lib/audit-trail-words.ts";
import { useAskPages } from "#web/lib/query.ts";
import { Card } from "#web/ui/card.tsx";
import layout from "#web/ui/layout.module.css";
import { Loaded } from "#web/ui/loaded.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";
import { Download } from "../download.tsx";
import { ChainCard } from "./chain.tsx";
import { type Filters, FilterForm, noFilters } from "./filters.tsx";
import { Records } from "./records.tsx";

/** The audit trail: searched, its chain followed, its head taken out. */
export function AuditPage(): ReactElement {
  const words = useAuditTrailWords();
  const [filters, setFilters] = useState<Filters>(noFilters);
  const [form, setForm] = useState(0);
  const clear = (): void => {
    setFilters(noFilters);
    // A form that begins anew is an empty one.
    setForm((before) => before + 1);
  };
  const load = useAskPages(search, { query: { ...filters } }, "before", { keepBefore: true });
  return (
    <div className={layout["stack"]}>
      <PageHeader
        title={words.title}
        lead={words.lead}
        actions={<Download endpoint={file} request={{ query: { ...filters } }} words={words} />}
      />
      <ChainCard />
      <Card title={words.filters}>
        <FilterForm key={form} onSearch={setFilters} onClear={clear} />
      </Card>
      <Card>
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
