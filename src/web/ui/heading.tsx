import { type ReactElement, useEffect, useLayoutEffect, useRef } from "react";
import { useNavigation } from "#web/lib/router.tsx";
import { useSociety } from "#web/lib/society.ts";

let lastAddress: string | null = null;

export interface HeadingProps {
  readonly children: string;
  /** Distinguishes pages that share a path and differ only in the query string. */
  readonly place?: string | undefined;
  /** The title in the browser, where the heading names a person: a title stays in the history. */
  readonly tabTitle?: string | undefined;
}

/**
 * The heading of a page, also used as its title in the browser. After a navigation it takes the
 * focus, so that a screen reader announces the page. On the first page the focus does not move.
 */
export function Heading({ children, place, tabTitle }: HeadingProps): ReactElement {
  const ref = useRef<HTMLHeadingElement>(null);
  const { pathname } = useNavigation().address;
  const here = place ?? pathname;
  const { organisationName } = useSociety();
  useEffect(() => {
    const title = tabTitle ?? children;
    const same = title === organisationName;
    document.title = same ? organisationName : `${title} · ${organisationName}`;
  }, [children, tabTitle, organisationName]);
  // Before the browser handles the next key, which would lose its effect to a later focus.
  useLayoutEffect(() => {
    const arrived = lastAddress !== null && lastAddress !== here;
    lastAddress = here;
    if (!arrived) return;
    ref.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [here]);
  return (
    <h1 ref={ref} tabIndex={-1}>
      {children}
    </h1>
  );
}
