import { keptDemo } from "../../scripts/lib/seeded-demo.js";

/** Has the demo seeded once, before any test's own time runs. */
export default async function seedDemo(): Promise<void> {
  await keptDemo();
}
