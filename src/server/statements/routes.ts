import type { Mounted } from "#server/http/mount.ts";
export function statementRoutes(): Mounted[] {
  return [];
}
