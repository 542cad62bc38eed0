import type { ReactElement } from "react";
import { useWords } from "#web/lib/language.ts";
import { useOfflineReading } from "#web/lib/offline-reading.ts";
import { Link } from "#web/lib/router.tsx";
import { paths } from "#web/paths.ts";

/** Links to the PIN page if figures are kept here. */
export function ReadOffline(): ReactElement | null {
  const { login } = useWords();
  return useOfflineReading() ? <Link to={paths.offline}>{login.offline}</Link> : null;
}
