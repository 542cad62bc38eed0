import type { ServedFile } from "./api.ts";

/** Hands a file to the browser, which puts it among the downloads under its name. */
export function saveFile({ name, content }: ServedFile): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken hold of the content by the next turn, and then it need not be kept.
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
