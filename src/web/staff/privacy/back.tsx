import { privacyDeskMessages } from "#shared/messages/privacy/desk-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { Link } from "#web/lib/router.tsx";
import { paths } from "#web/paths.ts";
import { Icon } from "#web/ui/icon.tsx";
import css from "./privacy-desk.module.css";

/** A link back to all requests. */
export function Back(): ReactElement {
  const { back } = useMessages(privacyDeskMessages);
  return (
    <p className={css["back"]}>
      <Link to={paths.privacyRequests}>
        <Icon name="left" small />
        {back}
      </Link>
    </p>
  );
}
