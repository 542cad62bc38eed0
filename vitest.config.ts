import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    exclude: ["test/e2e/**"],
    globalSetup: "test/global-setup.ts",
    pool: "forks",
    maxWorkers: 2,
    // Generous: a loaded machine is no fault of the product.
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
