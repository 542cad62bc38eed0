import { startSocieties } from "./society-server.ts";

/** Seeds the demo once, before any test's own time starts; returns the function that ends it. */
export default function seedDemo(): Promise<() => Promise<void>> {
  return startSocieties();
}
