import { accessesMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useState } from "react";
import type * as z from "zod/mini";
import { accesses as accessesEndpoint } from "#shared/contract/members/access-log.ts";
import { fill } from "#shared/language.ts";
import { formatDay } from "#web/lib/day.ts";
import { useSpoken } from "#web/lib/language.ts";
import { useRequest } from "#web/lib/query.ts";
import { Button } from "./button.tsx";
import { Loaded } from "./loaded.tsx";
import css from "./access-log.module.css";
import { SkeletonLines } from "./skeleton.tsx";

type Page = z.output<typeof accessesEndpoint.answer>;

export interface AccessesProps {
  readonly memberNo: string;
  readonly page: Page;
  /** The number shown at first; the whole page when left out. */
  readonly first?: number;
}

/** The access log of a record: which staff opened it, latest first; earlier ones on request. */
export function Looks({ memberNo, page, first }: AccessesProps): ReactElement {
  const words = useMessages(accessesMessages);
  const [whole, setWhole] = useState(first === undefined || page.accesses.length <= first);
  return (
    <>
      <Rows rows={whole ? page.accesses : page.accesses.slice(0, first)} />
      {whole ? (
        <Earlier memberNo={memberNo} before={page.next} />
      ) : (
        <More onMore={() => setWhole(true)}>{words.rest}</More>
      )}
    </>
  );
}

function Rows({ rows }: { readonly rows: Page["accesses"] }): ReactElement {
  const words = useMessages(accessesMessages);
  const { language } = useSpoken();
  return (
    <ul className={css["accesses"]}>
      {rows.map(({ id, date, time, who, what }) => (
        <li key={id}>
          <span>
            <b>{who}</b> <small>{words.what[what]}</small>
          </span>
          <small>{fill(words.when, { date: formatDay(date, language), time: time })}</small>
        </li>
      ))}
    </ul>
  );
}

function More(props: { readonly onMore: () => void; readonly children: string }): ReactElement {
  return (
    <div className={css["more"]}>
      <Button small onClick={props.onMore}>
        {props.children}
      </Button>
    </div>
  );
}

interface EarlierProps {
  readonly memberNo: string;
  /** Empty where there are no earlier ones. */
  readonly before: string;
}

function Earlier(props: EarlierProps): ReactElement | null {
  const words = useMessages(accessesMessages);
  const [open, setOpen] = useState(false);
  if (props.before === "") return null;
  return open ? <EarlierPage {...props} /> : <More onMore={() => setOpen(true)}>{words.more}</More>;
}

function EarlierPage({ memberNo, before }: EarlierProps): ReactElement {
  const words = useMessages(accessesMessages);
  const load = useRequest(accessesEndpoint, { params: { memberNo }, query: { before } });
  return (
    <Loaded
      load={load}
      loading={words.loading}
      failed={words.failed}
      skeleton={<SkeletonLines rows={4} />}
    >
      {(page) => <Looks memberNo={memberNo} page={page} />}
    </Loaded>
  );
}
