import type { ReactElement } from "react";
import { usePrivacyDeskWords } from "#web/lib/privacy-desk-words.ts";
import { Link } from "#web/lib/router.tsx";
import { paths } from "#web/paths.ts";
import { Icon } from "#web/ui/icon.tsx";
import css from "./privacy-desk.module.css";

/** Leads back to all requests. */
export function Back(): ReactElement {
  const { back } = usePrivacyDeskWords();
  return (
    <p className={css["back"]}>
      <Link to={paths.privacyRequests}>
        <Icon name="left" small />
        {back}
      </Link>
    </p>
  );
}
