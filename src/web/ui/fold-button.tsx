import type { ReactElement } from "react";
import { useWords } from "#web/lib/language.ts";
import css from "./fold.module.css";
import { Icon } from "./icon.tsx";

export { css as foldCss };

interface FoldButtonProps {
  /** The name of the content that it shows and hides. */
  readonly name: string;
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
}

/** Shows and hides content on a phone; at a desk and on paper the content is always there. */
export function FoldButton({ name, open, onOpen }: FoldButtonProps): ReactElement {
  const { common } = useWords();
  return (
    <button
      type="button"
      className={css["button"]}
      aria-expanded={open}
      aria-label={`${open ? common.hide : common.show}: ${name}`}
      onClick={() => onOpen(!open)}
    >
      <Icon name="right" />
    </button>
  );
}
