import { alertsMessages } from "#shared/messages/oversight/alerts-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { list } from "#shared/contract/oversight/alerts.ts";
import { useRequest } from "#web/lib/query.ts";
import { Link } from "#web/lib/router.tsx";
import { paths } from "#web/paths.ts";
import { Tip } from "#web/ui/tip.tsx";
import type { Officer } from "#web/staff/officer.ts";
import { linkToAlerts, formatAlert } from "./format.ts";

/** Shows open alerts on the first page; nothing while there are none. */
export function AlertBanner({ officer }: { readonly officer: Officer }): ReactElement | null {
  const words = useMessages(alertsMessages);
  const load = useRequest(list);
  const open = load.state === "loaded" ? (load.data.open ?? []) : [];
  if (open.length === 0) return null;
  return (
    <Tip meaning="bad">
      {open.map((alert) => formatAlert(alert, words)).join(" ")}{" "}
      <Link to={paths.alerts}>{linkToAlerts(officer, open, words)}</Link>
    </Tip>
  );
}
