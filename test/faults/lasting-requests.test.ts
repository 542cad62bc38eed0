import { beforeAll, expect, it } from "vitest";
import { employSignedIn } from "../people.ts";
import { useServedSociety } from "../served-society.ts";

/** The longest silence of a connection here; a step is held up for three times as long. */
const SILENT_MS = 400;

const society = useServedSociety({ limits: { requestMilliseconds: SILENT_MS } });
const tokens = { administrator: "A".repeat(43), treasurer: "C".repeat(43) };

beforeAll(async () => {
  for (const [role, token] of Object.entries(tokens)) await employSignedIn(society, role, token);
});

it.each([
  ["approval", "treasurer"],
  ["posting", "administrator"],
  ["reminders", "administrator"],
  ["lock", "administrator"],
  ["payment", "administrator"],
] as const)(
  "the %s of a dividend is answered however long all its members take",
  async (noun, role) => {
    await society.owner.query("begin; lock table dividend in access exclusive mode");
    const freed = setTimeout(() => void society.owner.query("rollback"), 3 * SILENT_MS);
    const reply = await society.send("POST", `/api/v1/dividends/2025/${noun}`, {
      token: tokens[role],
      body: noun === "reminders" ? {} : { digest: "" },
    });
    clearTimeout(freed);
    expect(reply.body).toMatchObject({ reason: "no-such-dividend" });
  },
);
