import { nairobiTime } from "#shared/calendar-date.ts";
import { formatMobileNumber } from "#shared/mobile-number.ts";
import type { MessageChannel, OutgoingMessage } from "./channel.ts";

const WIDTH = 72;

/**
 * Shows each message, with its codes, to the person who runs the server; for a demo only. `print`
 * takes whole lines.
 */
export function consoleChannel(
  name: "SMS" | "E-mail",
  print: (text: string) => void,
): MessageChannel {
  return {
    async send(message) {
      print(boxed(name, message));
      return { outcome: "delivered", reference: "console" };
    },
  };
}

function boxed(name: string, message: OutgoingMessage): string {
  const to = plain(formatMobileNumber(message.recipient));
  const title = ` ${name} to ${to} at ${nairobiTime(message.at)} `;
  const subject = name === "E-mail" ? [...wrapped(plain(message.subject)), ""] : [];
  const lines = [...subject, ...plain(message.text).split("\n").flatMap(wrapped)];
  return [
    `┌─${title}${"─".repeat(Math.max(1, WIDTH + 1 - title.length))}┐`,
    ...lines.map((line) => `│ ${line.padEnd(WIDTH)} │`),
    `└${"─".repeat(WIDTH + 2)}┘`,
    "",
  ].join("\n");
}

/** A name with control characters in it must not control the terminal. */
function plain(text: string): string {
  return text.replaceAll(/[^\P{C}\n]/gu, "");
}

function wrapped(line: string): string[] {
  const lines: string[] = [];
  let current = "";
  for (const word of line.split(" ").flatMap(pieces)) {
    if (current !== "" && current.length + 1 + word.length > WIDTH) {
      lines.push(current);
      current = word;
    } else {
      current = current === "" ? word : `${current} ${word}`;
    }
  }
  return [...lines, current];
}

function pieces(word: string): string[] {
  return word.match(new RegExp(`.{1,${WIDTH}}`, "gu")) ?? [""];
}
