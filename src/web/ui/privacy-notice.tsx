import { privacyMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import type * as z from "zod/mini";
import type { notice } from "#shared/contract/privacy/requests.ts";
import { fill } from "#shared/language.ts";
import css from "./privacy-notice.module.css";

type Notice = z.output<typeof notice.answer>;

/** The kinds of data kept, why and for how long, one row each. */
export function KeptList({ rows }: { readonly rows: Notice["sections"][number]["kept"] }) {
  const { notice: words } = useMessages(privacyMessages);
  return (
    <ul className={css["kept"]}>
      {rows.map(({ title, what, why, howLong }) => (
        <li key={title}>
          <h3>{title}</h3>
          <p>{what}</p>
          <dl>
            <div>
              <dt>{words.why}</dt>
              <dd>{why}</dd>
            </div>
            <div>
              <dt>{words.howLong}</dt>
              <dd>{howLong}</dd>
            </div>
          </dl>
        </li>
      ))}
    </ul>
  );
}

type TextProps = Pick<Notice, "sections" | "version">;

/** The notice in full, in the server's words. */
export function NoticeText({ sections, version }: TextProps): ReactElement {
  const { notice: words } = useMessages(privacyMessages);
  return (
    <div className={css["notice"]}>
      {sections.map(({ heading, text, points, kept }) => (
        <section key={heading}>
          <h2>{heading}</h2>
          {text && <p>{text}</p>}
          {points.length > 0 && (
            <ul>
              {points.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
          )}
          {kept.length > 0 && <KeptList rows={kept} />}
        </section>
      ))}
      <p className={css["version"]}>{fill(words.version, { version })}</p>
    </div>
  );
}
