import { alone } from "./alone.js";
import { beginBuild } from "./build.js";
import { installPackages } from "./install.js";
import { giveUp } from "./say.js";

/** Makes the clone ready to run: packages and both builds, each only when needed. */
export async function prepare() {
  const { page } = await prepareProgram();
  await page.catch((error) => giveUp(error.message));
}

/**
 * Makes the clone ready to start the server. The page may still be under way, as its build takes
 * about as long as a first start takes to make the demo's history: `page` resolves when it is
 * built, and rejects with the builder's errors.
 */
export async function prepareProgram() {
  const program = signal();
  const page = alone(async () => {
    await installPackages();
    const { program: built, all } = beginBuild();
    if ((await built) === null) program.resolve();
    const complaint = await all;
    if (complaint !== null) throw new Error(complaint);
  });
  try {
    await Promise.race([program.promise, page]);
  } catch (error) {
    giveUp(error.message);
  }
  // Its failure reaches the caller, however late that asks.
  page.catch(() => {});
  return { page };
}

function signal() {
  let resolve;
  const promise = new Promise((settle) => (resolve = settle));
  return { promise, resolve };
}
