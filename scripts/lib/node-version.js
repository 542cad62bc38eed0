// Imported first, and written so that an old Node can read it: later modules use newer features.
const [major, minor] = process.versions.node.split(".").map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Akiba needs Node.js 20.19 or later; this is ${process.versions.node}.`);
  console.error("Install a newer one (24 LTS is the best choice) and try again.");
  process.exit(1);
}
