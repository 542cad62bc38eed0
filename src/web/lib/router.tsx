import {
  createContext,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  startTransition,
  use,
  useEffect,
  useMemo,
  useState,
} from "react";
import type { AddressParameters, PageParameters } from "#web/paths.ts";
import { takesNewerVersion } from "./newer-version.ts";
import { parametersIn } from "./search.ts";

export interface Address {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}

export interface Navigation {
  readonly address: Address;
  /** Goes to a page of the portal; with `replace`, Back does not lead here again. */
  readonly go: (to: string, how?: { readonly replace?: boolean }) => void;
}

const NavigationContext = createContext<Navigation | null>(null);

interface RouterProps {
  /** Where a browser is not asked for its address: in the build. */
  readonly start?: Address;
  readonly children: ReactNode;
}

/** Follows the address of the page. The previous page stays until the next one is loaded. */
export function Router({ start, children }: RouterProps): ReactElement {
  const [address, setAddress] = useState(() => start ?? readAddress());
  useEffect(() => {
    const follow = (): void => startTransition(() => setAddress(readAddress()));
    window.addEventListener("popstate", follow);
    return () => window.removeEventListener("popstate", follow);
  }, []);
  const navigation = useMemo<Navigation>(
    () => ({
      address,
      go(to, { replace = false } = {}) {
        if (replace) history.replaceState(null, "", to);
        else history.pushState(null, "", to);
        startTransition(() => setAddress(readAddress()));
      },
    }),
    [address],
  );
  return <NavigationContext value={navigation}>{children}</NavigationContext>;
}

export function useNavigation(): Navigation {
  const navigation = use(NavigationContext);
  if (!navigation) throw new Error("a page stands outside the router");
  return navigation;
}

/** Returns the parameters in the address of a page that `src/web/paths.ts` declares. */
export function useAddressParameters<Page extends keyof PageParameters>(): AddressParameters<Page> {
  return parametersIn<keyof PageParameters[Page] & string>(useNavigation().address.search);
}

export interface LinkProps {
  readonly to: string;
  readonly className?: string | undefined;
  readonly onClick?: (() => void) | undefined;
  readonly "aria-current"?: "page" | undefined;
  readonly "aria-label"?: string | undefined;
  /** Lets keyboard shortcuts that move between links find this one. */
  readonly "data-loan"?: string;
  readonly children: ReactNode;
}

/** A link to a page of the portal. Clicks with a modifier key keep the browser's behaviour. */
export function Link({ to, onClick, children, ...rest }: LinkProps): ReactElement {
  const { go } = useNavigation();
  const press = (event: MouseEvent): void => {
    onClick?.();
    const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (event.button !== 0 || modified || takesNewerVersion()) return;
    event.preventDefault();
    go(to);
  };
  return (
    <a {...rest} href={to} onClick={press}>
      {children}
    </a>
  );
}

/** Redirects to another page, replacing this one in the history. */
export function Redirect({ to }: { readonly to: string }): null {
  const { go } = useNavigation();
  // Navigating changes this effect's dependencies, and must not run it again.
  // oxlint-disable-next-line react/exhaustive-deps
  useEffect(() => go(to, { replace: true }), [to]);
  return null;
}

function readAddress(): Address {
  const { pathname, search, hash } = window.location;
  return { pathname, search, hash };
}
