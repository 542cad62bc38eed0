import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    pool: "forks",
    maxWorkers: 2,
    // Transformed modules are kept from run to run, by their content: a fifth of a second run.
    experimental: { fsModuleCache: true, fsModuleCachePath: ".cache/vitest-modules" },
    // Generous: a loaded machine is no fault of the product.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    // Tests do not build on each other unless they are the steps of a scenario (test/steps.ts). The
    // order is another than the one in the file, and the same in each run.
    sequence: { shuffle: { tests: true, files: false }, seed: 2 },
    projects: [
      {
        extends: true,
        test: {
          name: "server",
          include: ["src/**/*.test.ts", "test/**/*.test.ts"],
          exclude: ["test/e2e/**", "src/web/**"],
          globalSetup: "test/global-setup.ts",
          // A fixture keeps the state of the server's modules, so that files may share imports:
          // that takes half the time.
          isolate: false,
        },
      },
      {
        // A page's modules keep the session of their tab, which each file needs for itself.
        extends: true,
        test: { name: "web", include: ["src/web/**/*.test.ts"] },
      },
    ],
  },
});
