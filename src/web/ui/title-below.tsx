import { createContext, type ReactElement, type ReactNode, use } from "react";

/** Whether a heading is below that of a card. */
export const BelowTitle = createContext(false);

interface TitleBelowProps {
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** The next heading below, so that no level is left out. */
export function TitleBelow({ className, children }: TitleBelowProps): ReactElement {
  const Title = use(BelowTitle) ? "h3" : "h2";
  return <Title className={className}>{children}</Title>;
}
