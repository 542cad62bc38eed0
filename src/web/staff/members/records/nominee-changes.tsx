import { memberSearchMessages } from "#shared/messages/members/search-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import type * as z from "zod/mini";
import { nomineeChanges } from "#shared/contract/members/nominee-desk.ts";
import { fill } from "#shared/language.ts";
import { formatDay } from "#web/lib/day.ts";
import { useSpoken } from "#web/lib/language.ts";
import { useRequest } from "#web/lib/query.ts";
import { Card } from "#web/ui/card.tsx";
import { Loaded } from "#web/ui/loaded.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";
import css from "./record.module.css";

type Change = z.output<typeof nomineeChanges.answer>["changes"][number];
type Nominee = Change["old"][number];

/** The changes that a member made to their nominees, with the previous list. */
export function NomineeChanges({ memberNo }: { readonly memberNo: string }): ReactElement {
  const { nominees: words } = useMessages(memberSearchMessages);
  const load = useRequest(nomineeChanges, { params: { memberNo } }, { isAccess: true });
  return (
    <Card title={words.title}>
      <Loaded
        load={load}
        loading={words.loading}
        failed={words.failed}
        skeleton={<SkeletonLines rows={2} />}
      >
        {({ changes }) =>
          changes.length === 0 ? (
            <p className={css["foot"]}>{words.none}</p>
          ) : (
            <ul className={css["list"]}>
              {changes.map((change) => (
                <ChangeItem key={change.id} change={change} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}

function ChangeItem({ change }: { readonly change: Change }): ReactElement {
  const { nominees: words } = useMessages(memberSearchMessages);
  const { language } = useSpoken();
  const old = change.old.map(formatNominee).join("; ");
  return (
    <li>
      {change.new.map((one) => (
        <b key={one.name}>{formatNominee(one)}</b>
      ))}
      <small className={css["quiet"]}>
        {fill(words.changed, { date: formatDay(change.date, language), time: change.time })}{" "}
        {fill(words.before, { list: old || words.nobody })}
      </small>
    </li>
  );
}

/** Formats a nominee, such as "Peter Kamau, brother, 60 %". */
function formatNominee({ name, relation, share }: Nominee): string {
  return [name, relation, share && `${share} %`].filter(Boolean).join(", ");
}
