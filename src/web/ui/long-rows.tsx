import { type ReactElement, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";

/** Rows are rendered in sheets: enough to fill a screen, few enough to render between frames. */
const SHEET = 100;
/**
 * How far outside the viewport sheets are already rendered, so that scrolling shows them at once.
 */
const AHEAD = "1200px 0px";
/** A first estimate of a row's height; rendered rows are measured. */
const ROW_HEIGHT = 42;

export interface LongRowsProps<Row> {
  readonly rows: readonly Row[];
  readonly row: (row: Row, at: number) => ReactElement;
  readonly columns: number;
}

/**
 * Renders the rows of a long table in sheets, and only those near the viewport. Each of the others
 * is one empty row of the same height. For printing, all are rendered.
 */
export function LongRows<Row>({ rows, row, columns }: LongRowsProps<Row>): ReactElement {
  const all = usePaper();
  const sheets = Array.from({ length: Math.ceil(rows.length / SHEET) }, (_, sheet) => sheet);
  return (
    <>
      {sheets.map((sheet) => (
        <Sheet
          key={sheet}
          drawn={all}
          count={Math.min(SHEET, rows.length - sheet * SHEET)}
          columns={columns}
          draw={() =>
            rows
              .slice(sheet * SHEET, (sheet + 1) * SHEET)
              .map((of, index) => row(of, sheet * SHEET + index))
          }
        />
      ))}
    </>
  );
}

interface SheetProps {
  readonly drawn: boolean;
  readonly count: number;
  readonly columns: number;
  readonly draw: () => ReactElement[];
}

function Sheet({ drawn, count, columns, draw }: SheetProps): ReactElement {
  const ref = useRef<HTMLTableSectionElement>(null);
  const [near, setNear] = useState(false);
  const [height, setHeight] = useState(count * ROW_HEIGHT);
  useEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const watch = new IntersectionObserver(
      ([seen]) => {
        if (!seen) return;
        if (!seen.isIntersecting) setHeight(seen.boundingClientRect.height);
        setNear(seen.isIntersecting);
      },
      { rootMargin: AHEAD },
    );
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  return (
    <tbody ref={ref} role="rowgroup">
      {near || drawn ? (
        draw()
      ) : (
        <tr aria-hidden="true" data-sheet>
          <td colSpan={columns} style={{ height }} />
        </tr>
      )}
    </tbody>
  );
}

/** Whether the page is about to print; the change is rendered before the browser continues. */
function usePaper(): boolean {
  const [paper, setPaper] = useState(false);
  useEffect(() => {
    const media = matchMedia("print");
    const set = (now: boolean) => () => flushSync(() => setPaper(now));
    const [begin, end] = [set(true), set(false)];
    const follow = (): void => setPaper(media.matches);
    window.addEventListener("beforeprint", begin);
    window.addEventListener("afterprint", end);
    media.addEventListener("change", follow);
    return () => {
      window.removeEventListener("beforeprint", begin);
      window.removeEventListener("afterprint", end);
      media.removeEventListener("change", follow);
    };
  }, []);
  return paper;
}
