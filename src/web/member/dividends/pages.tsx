import type { ReactElement } from "react";
import { SplitPage } from "./split-page.tsx";

/** Split Dividend. */
export function SplitDividend(): ReactElement {
  return <SplitPage />;
}
