import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { noticesFile, thirdPartyNotices } from "./lib/notices.js";
import { root } from "./lib/run.js";

writeFileSync(join(root, noticesFile), thirdPartyNotices());
