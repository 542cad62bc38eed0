import { alone } from "./alone.js";
import { build } from "./build.js";
import { installPackages } from "./install.js";
import { giveUp } from "./say.js";

/** Makes the clone ready to run: packages and both builds, each only when needed. */
export async function prepare() {
  try {
    await alone(async () => {
      await installPackages();
      const complaint = await build();
      if (complaint) giveUp(complaint);
    });
  } catch (error) {
    giveUp(error.message);
  }
}
