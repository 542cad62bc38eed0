import { Fragment, type ReactElement, type ReactNode } from "react";
import type * as z from "zod/mini";
import type { notices as endpoint } from "#shared/contract/office/society.ts";
import { useSpoken } from "#web/lib/language.ts";
import type { Load } from "#web/lib/loading.ts";
import { type Society, useSociety } from "#web/lib/society.ts";
import { Loaded } from "./loaded.tsx";
import css from "./notices.module.css";
import { Email, Phone } from "./office.tsx";
import { SkeletonLines } from "./skeleton.tsx";
import { EmptyState } from "./empty-state.tsx";

export type Notice = z.output<typeof endpoint.answer>[number];

/** The society's notices in the order of their numbers, or their loading state. */
export function Notices({ load }: { readonly load: Load<readonly Notice[]> }): ReactElement {
  const { information } = useSpoken().words;
  return (
    <Loaded
      load={load}
      loading={information.loading}
      failed={information.failed}
      skeleton={<SkeletonLines rows={5} />}
    >
      {(notices) =>
        notices.length > 0 ? (
          <List notices={notices} />
        ) : (
          <EmptyState icon="chat" title={information.empty}>
            <p>{information.emptyText}</p>
          </EmptyState>
        )
      }
    </Loaded>
  );
}

function List({ notices }: { readonly notices: readonly Notice[] }): ReactElement {
  const { language } = useSpoken();
  const society = useSociety();
  return (
    // The numbers are part of the notices, because members quote them; the list does not add its
    // own.
    <ul className={css["notices"]}>
      {notices.map((notice) => (
        <li key={notice.number}>
          <span className={css["number"]}>{notice.number}</span>
          <span>
            <b>{notice.title[language]}</b> {withLinks(notice.text[language], society)}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Turns the office's phone number and e-mail address in a text into links. */
function withLinks(text: string, { phone, email }: Society): ReactNode {
  const links = [
    { said: phone, link: <Phone /> },
    { said: email, link: <Email /> },
  ].filter(({ said }) => said !== "");
  let parts: { readonly key: string; readonly node: ReactNode }[] = [{ key: "0", node: text }];
  for (const { said, link } of links) {
    parts = parts.flatMap(({ key, node }) => {
      if (typeof node !== "string") return [{ key, node }];
      return node
        .split(said)
        .flatMap((piece, at) => [
          ...(at > 0 ? [{ key: `${key}.${at}.${said}`, node: link }] : []),
          { key: `${key}.${at}`, node: piece },
        ]);
    });
  }
  return parts.map(({ key, node }) => <Fragment key={key}>{node}</Fragment>);
}
