import type { ServedFile } from "./api.ts";

/** Saves a file through the browser's downloads, under its name. */
export function saveFile({ name, content }: ServedFile): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken over the content by then, so the URL can be revoked.
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
