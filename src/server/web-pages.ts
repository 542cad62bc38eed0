import { documentKeys } from "./kernel/documents/document-keys.ts";
import type { DocumentSigner } from "./kernel/documents/document-signer.ts";
import { iconAt, iconPath } from "./kernel/documents/society-icon.ts";
import { logoAt, logoPath } from "./kernel/documents/society-logo.ts";
import { serveFileCheck } from "./kernel/http/file-check-page.ts";
import type { GcraLimiter } from "./kernel/http/rate-limit.ts";
import type { HttpServer } from "./kernel/http/server.ts";
import { type PageOptions, servePage } from "./kernel/http/static-files.ts";
import { serveLasting } from "./kernel/http/texts.ts";
import type { Database } from "./kernel/platform/database.ts";

interface Web {
  readonly database: Database;
  /** The folder of the built page; null serves only the society's logo and icon. */
  readonly directory: string | null;
  /** Whether browsers keep members' pages. */
  readonly keepsPages: boolean;
  readonly society: PageOptions["society"];
  readonly signer: DocumentSigner;
}

/** Serves what browsers load besides the calls: the logo, the page, and the check of a PDF. */
export async function serveWeb(
  server: HttpServer,
  limiter: GcraLimiter,
  { database, directory, keepsPages, society, signer }: Web,
): Promise<void> {
  for (const [path, at] of [
    [logoPath, logoAt],
    [iconPath, iconAt],
  ] as const) {
    const find = (file: string) => at(database.oneStatementSnapshot(), file);
    serveLasting(server, limiter, { path, find });
  }
  if (directory === null) return;
  await servePage(server, { directory, society, limiter, keepsPages });
  const name = async () => (await society())?.organisationName ?? "";
  const keys = () => documentKeys(database.oneStatementSnapshot(), signer);
  serveFileCheck(server, limiter, { directory, society: name, keys });
}
