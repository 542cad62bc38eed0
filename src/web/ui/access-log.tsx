import { looksMessages } from "#shared/messages/members/accesses-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useState } from "react";
import type * as z from "zod/mini";
import { looks as looksEndpoint } from "#shared/contract/members/access-log.ts";
import { fill } from "#shared/language.ts";
import { formatDay } from "#web/lib/day.ts";
import { useSpoken } from "#web/lib/language.ts";
import { formatTime } from "#web/lib/moment.ts";
import { useRequest } from "#web/lib/query.ts";
import { Button } from "./button.tsx";
import { Loaded } from "./loaded.tsx";
import css from "./looks.module.css";
import { SkeletonLines } from "./skeleton.tsx";

type Page = z.output<typeof looksEndpoint.answer>;

export interface AccessesProps {
  readonly memberNo: string;
  readonly page: Page;
  /** The number shown at first; the whole page when left out. */
  readonly first?: number;
}

/** The access log of a record: which staff opened it, latest first; earlier ones on request. */
export function Looks({ memberNo, page, first }: AccessesProps): ReactElement {
  const words = useMessages(looksMessages);
  const [whole, setWhole] = useState(first === undefined || page.looks.length <= first);
  return (
    <>
      <Rows rows={whole ? page.looks : page.looks.slice(0, first)} />
      {whole ? (
        <Earlier memberNo={memberNo} before={page.next} />
      ) : (
        <More onMore={() => setWhole(true)}>{words.rest}</More>
      )}
    </>
  );
}

function Rows({ rows }: { readonly rows: Page["looks"] }): ReactElement {
  const words = useMessages(looksMessages);
  const { language } = useSpoken();
  return (
    <ul className={css["looks"]}>
      {rows.map(({ id, date, time, who, what }) => (
        <li key={id}>
          <span>
            <b>{who}</b> <small>{words.what[what]}</small>
          </span>
          <small>
            {fill(words.when, { date: formatDay(date, language), time: formatTime(time) })}
          </small>
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
  const words = useMessages(looksMessages);
  const [open, setOpen] = useState(false);
  if (props.before === "") return null;
  return open ? <EarlierPage {...props} /> : <More onMore={() => setOpen(true)}>{words.more}</More>;
}

function EarlierPage({ memberNo, before }: EarlierProps): ReactElement {
  const words = useMessages(looksMessages);
  const load = useRequest(looksEndpoint, { params: { memberNo }, query: { before } });
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
