import type { ReactElement, ReactNode } from "react";
import { failureWords, isUnknown, ProblemAnswer } from "#web/lib/failure.ts";
import { useWords } from "#web/lib/language.ts";
import { Button } from "./button.tsx";
import { Icon, type IconName } from "./icon.tsx";
import { TitleBelow } from "./title-below.tsx";
import css from "./empty-state.module.css";

export interface EmptyStateProps {
  readonly icon: IconName;
  readonly title: string;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
  readonly alert?: boolean;
}

/** An empty state: says what will appear here, and what to do. */
export function EmptyState(props: EmptyStateProps): ReactElement {
  return (
    <div className={css["void"]} role={props.alert ? "alert" : undefined}>
      <Icon name={props.icon} />
      <TitleBelow className={css["title"]}>{props.title}</TitleBelow>
      {props.children}
      {props.actions && <div className={css["actions"]}>{props.actions}</div>}
    </div>
  );
}

export interface FailedStateProps {
  /** The name of what could not be loaded. */
  readonly title: string;
  readonly error: unknown;
  readonly retry: () => void;
}

/** Says what happened and what is safe, and offers a retry unless there is no such thing. */
export function FailedState({ title, error, retry }: FailedStateProps): ReactElement {
  const words = useWords();
  const text = error instanceof ProblemAnswer ? failureWords(error, words) : words.failure.load;
  return (
    <EmptyState
      icon={isUnknown(error) ? "search" : "off"}
      title={title}
      alert
      actions={
        !isUnknown(error) && (
          <Button look="primary" small onClick={retry}>
            <Icon name="retry" small />
            {words.common.retry}
          </Button>
        )
      }
    >
      <p>{text}</p>
    </EmptyState>
  );
}
