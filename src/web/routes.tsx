import { lazy, type ReactElement, Suspense } from "react";
import { usePending } from "./lib/pending-sign-in.ts";
import { Redirect, useNavigation } from "./lib/router.tsx";
import { useSessionState } from "./lib/session.ts";
import { atAddress, codeInAddress, isInZone, loginAddress, paths } from "./paths.ts";
import { Login } from "./public/login.tsx";
import { Boundary } from "./ui/boundary.tsx";
import { withMemberTexts, zone } from "./zone-ahead.ts";

const Landing = lazy(async () => ({
  default: (await import("./public/landing.tsx")).Landing,
}));
const later = async () => (await import("./public/later-pages.ts")).laterPublicPages;
const SignUp = lazy(async () => ({
  default: (await withMemberTexts(later())).SignUp,
}));
const ChangePassword = lazy(async () => ({
  default: (await later()).ChangePassword,
}));
const Information = lazy(async () => ({
  default: (await later()).Information,
}));
const Invitation = lazy(async () => ({
  default: (await import("./staff/identity/sign-in/invitation.tsx")).Invitation,
}));
const Privacy = lazy(async () => ({
  default: (await withMemberTexts(later())).Privacy,
}));
const Verify = lazy(async () => ({
  default: (await withMemberTexts(later())).Verify,
}));
const UnlockPage = lazy(async () => ({
  default: (await withMemberTexts(import("./member/later-pages.ts"))).laterPages.UnlockPage,
}));
const NotFound = lazy(async () => ({
  default: (await later()).NotFound,
}));
const Zone = zone.page("Zone");

/**
 * The public addresses. Only the login, with which most people begin, comes with the first load;
 * the page names the file of the landing page, so that it is loaded beside the code.
 */
const publicPages: Readonly<Record<string, ReactElement>> = {
  [paths.landing]: <Landing />,
  [paths.login]: <Login />,
  [paths.signUp]: <SignUp />,
  [paths.changePassword]: <ChangePassword />,
  [paths.information]: <Information />,
  [paths.invitation]: <Invitation />,
  [paths.privacy]: <Privacy />,
  [paths.offline]: <UnlockPage />,
  [paths.appLogin]: <Redirect to={paths.login} />,
};

/** All pages: a public page, the zone of people signed in, or a friendly error. */
export function Portal(): ReactElement {
  const { pathname } = useNavigation().address;
  const inZone = isInZone(pathname);
  const other = codeInAddress(pathname) === null ? <NotFound /> : <Verify />;
  const page = atAddress(publicPages, pathname) ?? (inZone ? <SignedIn /> : other);
  return (
    <Boundary key={inZone ? paths.app : pathname}>
      <Suspense fallback={null}>{page}</Suspense>
    </Boundary>
  );
}

/**
 * Redirects people who are not signed in to Login, and back afterwards. This only chooses what is
 * shown: the server checks the token on every call.
 */
function SignedIn(): ReactElement {
  const { session, ending } = useSessionState();
  const pending = usePending();
  const { pathname, search, hash } = useNavigation().address;
  if (session) return <Zone />;
  if (pending) return <Redirect to={paths.login} />;
  if (ending === "signed-out") return <Redirect to={paths.landing} />;
  return <Redirect to={loginAddress(pathname + search + hash)} />;
}
