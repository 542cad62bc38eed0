import { nairobiDate, nairobiTime } from "#shared/calendar-date.ts";
import { formatMobileNumber } from "#shared/mobile-number.ts";
import { plainDay } from "#shared/written-days.ts";
import type { RecentMessage } from "./recent.ts";

/** The address of `outboxPageStyle`: our policy allows no style inside the page. */
export const outboxPageStylePath = "/dev/outbox.css";

/** The demo's messages as a page of plain HTML, all of it escaped; needs no script. */
export function outboxPage(messages: readonly RecentMessage[]): string {
  const list =
    messages.length === 0
      ? "<p>No messages yet. They show here as soon as the portal sends one.</p>"
      : `<ol>\n${messages.map(item).join("\n")}\n</ol>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Messages sent by this demo</title>
<link rel="stylesheet" href="${outboxPageStylePath}">
</head>
<body>
<main>
<h1>Messages sent by this demo</h1>
<p>The newest first. <a href="/dev/outbox">Look again</a></p>
${list}
</main>
</body>
</html>
`;
}

function item({ at, channel, to, text }: RecentMessage): string {
  const kind = channel === "sms" ? "SMS" : "E-mail";
  const when = saidMoment(new Date(at));
  return `<li>
<h2>${kind} to ${escaped(formatMobileNumber(to))}</h2>
<p><time datetime="${escaped(at)}">${when}</time></p>
<p class="text">${escaped(text)}</p>
</li>`;
}

function saidMoment(at: Date): string {
  return `${plainDay("en", nairobiDate(at))}, ${nairobiTime(at)}`;
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? "");
}

/** The style of the page, to be served as CSS. */
export const outboxPageStyle = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0; }
main { max-width: 40rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.25rem; }
h2 { font-size: 1rem; margin: 0; }
ol { list-style: none; margin: 0; padding: 0; }
li { border: 1px solid GrayText; border-radius: 0.5rem; margin: 0 0 1rem; padding: 0.75rem 1rem; }
li p { margin: 0.25rem 0 0; }
.text { white-space: pre-wrap; overflow-wrap: anywhere; }
a { display: inline-block; padding: 0.25rem; }
`;
