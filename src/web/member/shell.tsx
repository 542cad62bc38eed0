import { signedInMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement, ReactNode } from "react";
import { Link } from "#web/lib/router.tsx";
import { useSessionState } from "#web/lib/session.ts";
import { paths } from "#web/paths.ts";
import { Shell } from "#web/ui/shell.tsx";
import { memberMenu, ownMemberMenu, shortMemberMenu } from "./menu.ts";
import { useKeepLanguage } from "./own-language.ts";
import { OfflineNotice } from "./offline-notice.tsx";
import { PrintHeader } from "./print-header.tsx";

/** The shell around every page of a member. */
export function MemberShell({ children }: { readonly children: ReactNode }): ReactElement {
  const words = useMessages(signedInMessages).menu;
  const keepLanguage = useKeepLanguage();
  const memberNo = useSessionState().session?.memberNo ?? "";
  return (
    <Shell
      menu={[{ entries: memberMenu(words) }]}
      own={ownMemberMenu(words)}
      shortMenu={shortMemberMenu(words)}
      role={words.memberNo}
      who={memberNo}
      onLanguage={(language) => void keepLanguage(language)}
      hidden={<HiddenLinks />}
    >
      <PrintHeader />
      <OfflineNotice />
      {children}
    </Shell>
  );
}

/** The specification has these two in the header and marks them hidden. */
function HiddenLinks(): ReactElement {
  const words = useMessages(signedInMessages).menu;
  return (
    <nav hidden>
      <Link to={paths.notes}>{words.notes}</Link>
      <Link to={paths.questions}>{words.questions}</Link>
    </nav>
  );
}
