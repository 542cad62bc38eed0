import { memberSearchMessages } from "#shared/messages/members/search-sw.ts";
import { staffMessages } from "#shared/messages/office/shell-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useEffect, useState } from "react";
import { fill } from "#shared/language.ts";
import { minutesAndSeconds, useSecondsUntil } from "#web/lib/countdown.ts";
import { Link, useNavigation } from "#web/lib/router.tsx";
import { paths } from "#web/paths.ts";
import { recordAddress } from "#web/staff/addresses.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import layout from "#web/ui/layout.module.css";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeleton, SkeletonLines } from "#web/ui/skeleton.tsx";
import { FailedState, EmptyState } from "#web/ui/empty-state.tsx";
import { useOfficer } from "#web/staff/officer.ts";
import { typedBefore, useOpenedRecords } from "./desk-memory.ts";
import { type Search, useSearch } from "./search.ts";
import { SearchBox } from "./search-box.tsx";
import css from "./search.module.css";

/** The specification's Instant screen: a box to search for a member by name, and more. */
export function MemberSearchPage(): ReactElement {
  const words = useMessages(memberSearchMessages).search;
  const { menu } = useMessages(staffMessages);
  const { go } = useNavigation();
  const officer = useOfficer();
  const [typed, setTyped] = useState(typedBefore.get);
  const search = useSearch(typed);
  const type = (value: string): void => {
    typedBefore.keep(value);
    setTyped(value);
  };
  return (
    <>
      <PageHeader
        title={menu.members}
        lead={words.lead}
        actions={
          officer?.may("members.register") && (
            <LinkButton to={paths.addMemberForm}>{menu.addMember}</LinkButton>
          )
        }
      />
      <div className={layout["stack"]}>
        <Card>
          <SearchBox
            typed={typed}
            onTyped={type}
            search={search}
            onChoose={({ memberNo }) => go(recordAddress(memberNo))}
          />
          <Below search={search} typed={typed} />
        </Card>
        <Recent />
      </div>
    </>
  );
}

/** Shown in place of hits: why there are none, and what to do. */
function Below({ search, typed }: { readonly search: Search; readonly typed: string }) {
  const words = useMessages(memberSearchMessages).search;
  if (search.state === "empty") return null;
  if (search.state === "short") {
    return (
      <EmptyState icon="search" title={words.short}>
        <p>{words.shortText}</p>
      </EmptyState>
    );
  }
  if (search.state === "loading") {
    return (
      <Skeleton label={words.loading}>
        <SkeletonLines rows={3} />
      </Skeleton>
    );
  }
  if (search.state === "limited") return <Limited key={typed} {...search} />;
  if (search.state === "failed") return <FailedState title={words.failed} {...search} />;
  if (search.changing) return null;
  const { hits, more } = search.data;
  if (hits.length === 0) {
    return (
      <EmptyState icon="search" title={fill(words.none, { search: typed.trim() })}>
        <p>{words.noneText}</p>
      </EmptyState>
    );
  }
  return more ? (
    <p className={css["foot"]}>{fill(words.foundMore, { count: hits.length })}</p>
  ) : null;
}

/** Says when the search continues, and continues automatically. */
function Limited(props: { readonly seconds: number; readonly retry: () => void }): ReactElement {
  const words = useMessages(memberSearchMessages).search;
  const { seconds, retry } = props;
  const [until] = useState(() => Date.now() + seconds * 1000);
  const left = useSecondsUntil(until);
  useEffect(() => {
    if (left === 0) retry();
    // `retry` is a new function on each render; only the elapsed time may call it.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [left === 0]);
  return (
    <EmptyState icon="clock" title={words.limited}>
      <p>
        {left > 0 ? fill(words.limitedText, { time: minutesAndSeconds(left) }) : words.limitedNow}
      </p>
    </EmptyState>
  );
}

function Recent(): ReactElement {
  const words = useMessages(memberSearchMessages).search;
  const opened = useOpenedRecords();
  return (
    <Card title={words.recent}>
      {opened.length === 0 ? (
        <p className={css["foot"]}>{words.recentNone}</p>
      ) : (
        <ul className={css["recent"]}>
          {opened.map(({ memberNo, name }) => (
            <li key={memberNo}>
              <Link to={recordAddress(memberNo)}>{name}</Link>
              <span>{memberNo}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
