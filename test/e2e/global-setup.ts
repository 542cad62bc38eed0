import { startSocieties } from "./society-server.ts";

/** Seeds the demo once, before any test's own time runs; its end is what this returns. */
export default function seedDemo(): Promise<() => Promise<void>> {
  return startSocieties();
}
