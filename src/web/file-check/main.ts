import { fill } from "#shared/language.ts";
import type { IssuedRecord, RecordedTable } from "#shared/issued-record.ts";
import { fileCheckEn, type FileCheckWords } from "#shared/messages/statements/file-check-en.ts";
import { fileCheckSw } from "#shared/messages/statements/file-check-sw.ts";
import { checkFile, type SignatureKeys, type Verdict } from "./check-file.ts";
import { type Differences, linesOf, type TableDifferences } from "./compare-drawn.ts";

/** The page's own data, which the server writes into it. */
interface Given extends SignatureKeys {
  readonly society: string;
}

/** The verdict on a file; or that it could not be read, or that the browser is too old. */
type Answer = Verdict | "unread" | "failed";

const given = JSON.parse(
  document.querySelector<HTMLMetaElement>('meta[name="akiba-keys"]')?.content ?? "{}",
) as Given;
/** The portal's link names the language of the portal. */
const language = /^#(en|sw)$/.exec(location.hash)?.[1] ?? navigator.language;
let words: FileCheckWords = language.startsWith("sw") ? fileCheckSw : fileCheckEn;
let last: Answer | null = null;
/** How many files were chosen: only the last one is answered. */
let chosen = 0;

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
  const number = ++chosen;
  part("answer").replaceChildren(element("p", words.checking));
  const answer = await answerOn(file);
  if (number !== chosen) return;
  last = answer;
  show();
}

async function answerOn(file: File): Promise<Answer> {
  try {
    return await checkFile(new Uint8Array(await file.arrayBuffer()), given);
  } catch {
    return "DecompressionStream" in window && window.isSecureContext ? "unread" : "failed";
  }
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

function answerTo(verdict: Answer): Node[] {
  if (typeof verdict === "string") return [element("p", words[verdict], "bad")];
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
  const { isReadable, lines, facts, further, added } = differences;
  if (!isReadable) return words.unreadable;
  const amounts = added.length > 0 ? ` ${say(words.added, { amounts: added.join("; ") })}` : "";
  const tables = [differences, ...(further ? [further] : [])];
  const isMarked =
    lines.size + facts.size > 0 || tables.some(({ rows, total }) => rows.size > 0 || total);
  return (isMarked || amounts !== "" ? words.changedText : words.nothingFound) + amounts;
}

/** The document as it was issued, with the differences marked. */
function shown(record: IssuedRecord, differences: Differences | null): Node[] {
  const readable = differences?.isReadable ? differences : null;
  const [society, title, code, ...notes] = linesOf(record).map((line, index) =>
    marked(element(index === 1 ? "h2" : "p", line), readable?.lines.has(index)),
  );
  const facts = element("dl");
  record.facts.forEach(([label, value], index) => {
    facts.append(element("dt", label), marked(element("dd", value), readable?.facts.has(index)));
  });
  const more = record.further
    ? [element("h2", record.further.title), tableOf(record.further, readable?.further ?? null)]
    : [];
  return [society, title, ...notes, facts, tableOf(record, readable), ...more, code].filter(
    (node) => node !== undefined,
  );
}

function tableOf(record: RecordedTable, differences: TableDifferences | null): Node {
  const table = withRole(document.createElement("table"), "table");
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

/**
 * A row; a row with a single column, such as a receipt's total, ends with its figure. On a phone it
 * is a list of its cells, each with its heading.
 */
function rowOf(kind: "td" | "th", cells: readonly string[], { heads, figures }: RecordedTable) {
  const row = withRole(document.createElement("tr"), "row");
  cells.forEach((cell, index) => {
    const isFigure = figures[Math.min(index, figures.length - 1)] ?? false;
    const made = element(kind, cell, isFigure ? "figure" : "");
    if (cells.length === heads.length) made.dataset["head"] = heads[index];
    row.append(withRole(made, kind === "td" ? "cell" : "columnheader"));
  });
  return row;
}

/** CSS that changes a table's layout removes its roles, so they are explicit. */
function withRole<E extends HTMLElement>(shownElement: E, role: string): E {
  shownElement.role = role;
  return shownElement;
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
