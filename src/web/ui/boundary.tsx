import { Component, type ReactElement, type ReactNode, useState } from "react";
import { useWords } from "#web/lib/language.ts";
import { reloadIfReachable } from "#web/lib/reload.ts";
import { Button } from "./button.tsx";
import { Card } from "./card.tsx";
import { Icon } from "./icon.tsx";
import { EmptyState } from "./empty-state.tsx";

/**
 * Catches a part that could not be loaded or rendered, for example after a new version of the
 * portal replaced the files of this page. Only reloading the page helps.
 */
export class Boundary extends Component<{ readonly children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true };
  }

  override render(): ReactNode {
    return this.state.broken ? <Broken /> : this.props.children;
  }
}

function Broken(): ReactElement {
  const { failure } = useWords();
  const [isStill, setStill] = useState(false);
  const reload = async (): Promise<void> => {
    setStill(false);
    setStill(!(await reloadIfReachable()));
  };
  return (
    <main id="main">
      <Card>
        <EmptyState
          icon="off"
          title={failure.page}
          alert
          actions={
            <Button look="primary" small onClick={() => void reload()}>
              <Icon name="retry" small />
              {failure.reload}
            </Button>
          }
        >
          <p>{isStill ? failure.network : failure.pageText}</p>
        </EmptyState>
      </Card>
    </main>
  );
}
