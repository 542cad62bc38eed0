import { settingsMessages } from "#shared/messages/office/settings-sw.ts";
import { retentionMessages } from "#shared/messages/privacy/retention-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import type * as z from "zod/mini";
import { rules as rulesEndpoint, type RuleState } from "#shared/contract/privacy/retention.ts";
import { fill } from "#shared/language.ts";
import { retained } from "#shared/retention-bounds.ts";
import { formatDay } from "#web/lib/day.ts";
import { useSpoken } from "#web/lib/language.ts";
import { useRequest, useRenew } from "#web/lib/query.ts";
import { useFormatSpan } from "./retention-preview.tsx";
import { Link } from "#web/lib/router.tsx";
import { paths } from "#web/paths.ts";
import { Badge, type BadgeProps } from "#web/ui/badge.tsx";
import { Card } from "#web/ui/card.tsx";
import { Loaded } from "#web/ui/loaded.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";
import { ListFile } from "#web/staff/list-file.tsx";
import { useFormatDone } from "./changes.tsx";
import { RetentionForm } from "./retention-form.tsx";
import css from "./settings.module.css";

export type Rules = z.output<typeof rulesEndpoint.answer>;

/** How long everything is kept: current, future and past rules. */
export function RetentionPart({ mayEdit }: { readonly mayEdit: boolean }): ReactElement {
  const words = useMessages(settingsMessages);
  const load = useRequest(rulesEndpoint);
  const renew = useRenew();
  return (
    <Loaded
      load={load}
      loading={words.loading}
      failed={words.failed}
      skeleton={
        <Card title={words.parts.retention}>
          <SkeletonLines rows={6} />
        </Card>
      }
    >
      {(rules) => (
        <>
          <div className={css["halves"]}>
            <InForce rules={rules} />
            {mayEdit && <RetentionForm rules={rules} onSet={() => renew(rulesEndpoint)} />}
          </div>
          <History rules={rules} mayEdit={mayEdit} />
        </>
      )}
    </Loaded>
  );
}

function InForce({ rules }: { readonly rules: Rules }): ReactElement {
  const words = useMessages(retentionMessages);
  const formatSpan = useFormatSpan();
  const inOrder = rules.inForce.toSorted(
    (one, other) => retained.indexOf(one.what) - retained.indexOf(other.what),
  );
  return (
    <Card title={words.inForce}>
      <ul className={css["kept"]}>
        {inOrder.map((rule) => (
          <li key={rule.what}>
            <span>
              <b>{words.what[rule.what]}</b>
              <small>{words.from[rule.what]}</small>
            </span>
            <span>{formatSpan(rule)}</span>
          </li>
        ))}
      </ul>
      <p className={css["inside"]}>
        {words.told} <Link to={paths.privacy}>{words.notice}</Link>
      </p>
    </Card>
  );
}

type Look = Pick<BadgeProps, "icon"> & { readonly meaning?: BadgeProps["meaning"] };

const looks: Record<RuleState, Look> = {
  "to-come": { icon: "clock", meaning: "info" },
  "in-force": { icon: "check", meaning: "ok" },
  past: { icon: "calendar" },
  replaced: { icon: "retry" },
};

interface HistoryProps {
  readonly rules: Rules;
  readonly mayEdit: boolean;
}

function History({ rules, mayEdit }: HistoryProps): ReactElement {
  const words = useMessages(retentionMessages);
  const { language } = useSpoken();
  const formatSpan = useFormatSpan();
  const formatDone = useFormatDone();
  const isToCome = rules.rows.some(({ state }) => state === "to-come");
  return (
    <Card title={words.history} link={<ListFile list="retention-rules" />}>
      {mayEdit && isToCome && <p className={css["inside"]}>{words.replace}</p>}
      <ul className={css["rates"]}>
        {rules.rows.map((rule) => {
          const { icon, meaning } = looks[rule.state];
          const day = formatDay(rule.effectiveFrom, language);
          return (
            <li key={rule.id}>
              <span>
                <b>
                  {fill(words.line, { what: words.what[rule.what], span: formatSpan(rule), day })}
                </b>
                <small>{formatDone(rule.set)}</small>
              </span>
              <Badge icon={icon} {...(meaning && { meaning })}>
                {words.states[rule.state]}
              </Badge>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
