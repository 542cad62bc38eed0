import { type ReactElement, useEffect, useRef } from "react";
import { useNavigation } from "#web/lib/router.tsx";
import { useSociety } from "#web/lib/society.ts";

let lastAddress: string | null = null;

export interface HeadingProps {
  readonly children: string;
  /** Tells pages apart that share an address but for what follows the `?`. */
  readonly place?: string | undefined;
}

/**
 * The heading of a page, which is also its title in the browser. After a navigation the focus goes
 * to it, so that a screen reader says where one is; on the first page of all it stays where it is.
 */
export function Heading({ children, place }: HeadingProps): ReactElement {
  const ref = useRef<HTMLHeadingElement>(null);
  const { pathname } = useNavigation().address;
  const here = place ?? pathname;
  const { organisationName } = useSociety();
  useEffect(() => {
    const same = children === organisationName;
    document.title = same ? organisationName : `${children} · ${organisationName}`;
  }, [children, organisationName]);
  useEffect(() => {
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
