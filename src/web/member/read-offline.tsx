import type { ReactElement } from "react";
import { useWords } from "#web/lib/language.ts";
import { useOfflineReading } from "#web/lib/offline-reading.ts";
import { Link } from "#web/lib/router.tsx";
import { paths } from "#web/paths.ts";

/** Leads to the PIN that opens what is kept here, if anything is. */
export function ReadOffline(): ReactElement | null {
  const { login } = useWords();
  return useOfflineReading() ? <Link to={paths.offline}>{login.offline}</Link> : null;
}
