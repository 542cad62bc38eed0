import "./lib/node-version.js";
import { alone } from "./lib/alone.js";
import { installPackages } from "./lib/install.js";
import { runStaticChecks } from "./lib/static-checks.js";

await alone(installPackages);
const { failed } = await runStaticChecks();
process.exitCode = failed > 0 ? 1 : 0;
