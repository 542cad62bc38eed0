import { fill } from "#shared/language.ts";
import type { IssuedRecord, RecordedTable } from "#shared/issued-record.ts";
import { fileCheckEn, type FileCheckWords } from "#shared/messages/statements/file-check-en.ts";
import { fileCheckSw } from "#shared/messages/statements/file-check-sw.ts";
import { checkFile, type SignatureKeys, type Verdict } from "./check-file.ts";
import type { Differences, TableDifferences } from "./compare-drawn.ts";

/** The page's own data, which the server writes into it. */
interface Given extends SignatureKeys {
  readonly society: string;
}

const given = JSON.parse(
  document.querySelector<HTMLMetaElement>('meta[name="akiba-keys"]')?.content ?? "{}",
) as Given;
let words: FileCheckWords = navigator.language.startsWith("sw") ? fileCheckSw : fileCheckEn;
let last: Verdict | "failed" | null = null;

const say = (text: string, more: Readonly<Record<string, string>> = {}): string =>
  fill(text, { society: given.society, ...more });

begin();

function begin(): void {
  part("other").addEventListener("click", () => {
    words = words === fileCheckEn ? fileCheckSw : fileCheckEn;
    show();
  });
  part("file").addEventListener("change", ({ target }) => {
    const [file] = (target as HTMLInputElement).files ?? [];
    if (file) void check(file);
  });
  show();
}

async function check(file: File): Promise<void> {
  part("answer").replaceChildren(element("p", words.checking));
  const bytes = new Uint8Array(await file.arrayBuffer());
  last = await checkFile(bytes, given).catch((): "failed" => "failed");
  show();
}

function show(): void {
  document.documentElement.lang = words === fileCheckEn ? "en-KE" : "sw-KE";
  document.title = say(words.title);
  part("title").textContent = say(words.title);
  part("lead").textContent = words.lead;
  part("choose").textContent = words.choose;
  part("other").textContent = words.other;
  part("save").textContent = words.save;
  part("answer").replaceChildren(...(last === null ? [] : answerTo(last)));
}

function answerTo(verdict: Verdict | "failed"): Node[] {
  if (verdict === "failed") return [element("p", words.failed, "bad")];
  if (verdict.state === "unknown") {
    return [element("p", say(words.unknown), "bad"), element("p", words.unknownText)];
  }
  if (verdict.state === "withdrawn") {
    return [element("p", say(words.withdrawn), "bad"), element("p", words.withdrawnText)];
  }
  if (verdict.state === "locked") {
    return [element("p", say(words.asIssued), "good"), element("p", words.lockedText)];
  }
  const { record } = verdict;
  const online = element("p", say(words.online, { code: record.code }));
  if (verdict.state === "as-issued") {
    const text = element("p", words.asIssuedText);
    return [element("p", say(words.asIssued), "good"), text, ...shown(record, null), online];
  }
  const { differences } = verdict;
  return [
    element("p", say(words.changed), "bad"),
    element("p", whatDiffers(differences)),
    ...shown(record, differences),
    online,
  ];
}

function whatDiffers(differences: Differences): string {
  const { isReadable, facts, further, added } = differences;
  if (!isReadable) return words.unreadable;
  const amounts = added.length > 0 ? ` ${say(words.added, { amounts: added.join("; ") })}` : "";
  const tables = [differences, ...(further ? [further] : [])];
  const isMarked = facts.size > 0 || tables.some(({ rows, total }) => rows.size > 0 || total);
  return (isMarked || amounts !== "" ? words.changedText : words.nothingFound) + amounts;
}

/** The document as it was issued, with the differences marked. */
function shown(record: IssuedRecord, differences: Differences | null): Node[] {
  const facts = element("dl");
  record.facts.forEach(([label, value], index) => {
    const isOther = differences?.isReadable && differences.facts.has(index);
    facts.append(element("dt", label), marked(element("dd", value), isOther));
  });
  const readable = differences?.isReadable ? differences : null;
  const notes = record.notes.map((note) => element("p", note));
  const more = record.further
    ? [element("h2", record.further.title), tableOf(record.further, readable?.further ?? null)]
    : [];
  return [element("h2", record.title), ...notes, facts, tableOf(record, readable), ...more];
}

function tableOf(record: RecordedTable, differences: TableDifferences | null): Node {
  const table = document.createElement("table");
  const heads = rowOf("th", record.heads, record);
  table.createTHead().append(heads);
  const body = table.createTBody();
  record.rows.forEach((row, index) => {
    const isOther = differences?.rows.has(index);
    body.append(marked(rowOf("td", row, record), isOther));
  });
  const total = rowOf("td", record.total, record);
  table.createTFoot().append(marked(total, differences?.total));
  const scroll = element("div", "", "scroll");
  scroll.tabIndex = 0;
  scroll.append(table);
  return scroll;
}

/** A row; one of a single column, as a receipt's total is, ends with its figure. */
function rowOf(kind: "td" | "th", cells: readonly string[], { figures }: RecordedTable) {
  const row = document.createElement("tr");
  cells.forEach((cell, index) => {
    const isFigure = figures[Math.min(index, figures.length - 1)] ?? false;
    row.append(element(kind, cell, isFigure ? "figure" : ""));
  });
  return row;
}

function marked<E extends HTMLElement>(shownElement: E, isOther: boolean | undefined): E {
  if (!isOther) return shownElement;
  shownElement.className = "other";
  const place = shownElement.lastElementChild ?? shownElement;
  place.append(element("strong", words.differs));
  return shownElement;
}

function element(kind: string, text = "", className = ""): HTMLElement {
  const made = document.createElement(kind);
  made.textContent = text;
  if (className !== "") made.className = className;
  return made;
}

function part(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no part ${id}`);
  return found;
}
