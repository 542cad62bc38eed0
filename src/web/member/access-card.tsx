import { accessesMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { accesses as accessesEndpoint } from "#shared/contract/members/access-log.ts";
import { useRequest } from "#web/lib/query.ts";
import { Card } from "#web/ui/card.tsx";
import { LoadedLines } from "#web/ui/loaded-lines.tsx";
import { Looks } from "#web/ui/access-log.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";

/** The access log: which staff opened the member's record, and when. */
export function AccessCard({ memberNo }: { readonly memberNo: string }): ReactElement {
  const words = useMessages(accessesMessages);
  const load = useRequest(accessesEndpoint, { params: { memberNo } });
  return (
    <Card folds title={words.yours}>
      <LoadedLines load={load} words={words} lines={3}>
        {(page) =>
          page.accesses.length === 0 ? (
            <EmptyState icon="user" title={words.nobody}>
              <p>{words.yoursNone}</p>
            </EmptyState>
          ) : (
            <Looks memberNo={memberNo} page={page} first={3} />
          )
        }
      </LoadedLines>
    </Card>
  );
}
