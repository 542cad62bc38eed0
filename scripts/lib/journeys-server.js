import { release } from "./demo-server.js";
import { makeDemoFolder } from "./seeded-demo.js";

// The portal of the journeys begins with the kept demo, in a folder below its own: seeding one
// would delay each run by seconds.
const folder = await makeDemoFolder(process.env["DATA_DIR"]);
await release(folder);
process.env["DATA_DIR"] = folder;
await import("../../dist/server/main.js");
