import type { ReactElement } from "react";
import { LinkButton } from "./button.tsx";
import { Card } from "./card.tsx";
import { PageHeader } from "./page-header.tsx";
import { EmptyState } from "./empty-state.tsx";

export interface UnknownPageProps {
  readonly title: string;
  readonly text: string;
  /** A link to the list of existing ones. */
  readonly to: string;
  readonly toWords: string;
}

/** For an address that names something that does not exist. */
export function UnknownPage({ title, text, to, toWords }: UnknownPageProps): ReactElement {
  return (
    <>
      <PageHeader title={title} place={`${to} unknown`} />
      <Card>
        <EmptyState
          icon="search"
          title={title}
          actions={
            <LinkButton small to={to}>
              {toWords}
            </LinkButton>
          }
        >
          <p>{text}</p>
        </EmptyState>
      </Card>
    </>
  );
}
