import { lazy, type ReactElement, type ReactNode, Suspense } from "react";
import { Navigate, Route, Routes, useLocation } from "react-router";
import { useSessionState } from "./lib/session.ts";
import { loginAddress, paths } from "./paths.ts";
import { Landing } from "./public/landing.tsx";
import { Login } from "./public/login.tsx";
import { Boundary } from "./ui/boundary.tsx";

const SignUp = lazy(async () => ({ default: (await import("./public/sign-up.tsx")).SignUp }));
const ChangePassword = lazy(async () => ({
  default: (await import("./public/change-password.tsx")).ChangePassword,
}));
const Information = lazy(async () => ({
  default: (await import("./public/information.tsx")).Information,
}));
const NotFound = lazy(async () => ({
  default: (await import("./public/not-found.tsx")).NotFound,
}));
const MemberZone = lazy(async () => ({
  default: (await import("./member/zone.tsx")).MemberZone,
}));

/** Every address of the portal. Only the first two pages come with the first load. */
export function Portal(): ReactElement {
  const { pathname } = useLocation();
  return (
    <Boundary key={pathname}>
      <Suspense fallback={null}>
        <Routes>
          <Route path={paths.landing} element={<Landing />} />
          <Route path={paths.login} element={<Login />} />
          <Route path={paths.signUp} element={<SignUp />} />
          <Route path={paths.changePassword} element={<ChangePassword />} />
          <Route path={paths.information} element={<Information />} />
          <Route path={paths.appLogin} element={<Navigate to={paths.login} replace />} />
          <Route
            path={`${paths.app}/*`}
            element={
              <SignedIn>
                <MemberZone />
              </SignedIn>
            }
          />
          <Route path="*" element={<NotFound />} />
        </Routes>
      </Suspense>
    </Boundary>
  );
}

/**
 * Lets only a signed-in member through; others go to Login and come back afterwards. This decides
 * what is shown and no more: the server asks for the token at every call.
 */
function SignedIn({ children }: { readonly children: ReactNode }): ReactNode {
  const { session, ending } = useSessionState();
  const { pathname, search, hash } = useLocation();
  if (session) return children;
  if (ending === "signed-out") return <Navigate to={paths.landing} replace />;
  return <Navigate to={loginAddress(pathname + search + hash)} replace />;
}
