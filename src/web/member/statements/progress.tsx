import type { ReactElement } from "react";
import type { Documents } from "#web/common/statements/documents.ts";
import { Failures } from "#web/common/statements/print-button.tsx";
import { bringIntoSight } from "#web/lib/form.ts";
import css from "./statement.module.css";

interface ProgressProps {
  readonly of: Documents;
}

/**
 * The progress of making a document and the problems with it, beside its buttons; Ctrl+P asks for
 * one from anywhere on the page.
 */
export function Progress({ of: { said, failed, printing } }: ProgressProps): ReactElement {
  const words = said || printing.said;
  return (
    <>
      <p className={css["making"]} role="status" ref={words ? bringIntoSight : null}>
        {words}
      </p>
      <Failures texts={[failed, printing.failed]} />
    </>
  );
}
