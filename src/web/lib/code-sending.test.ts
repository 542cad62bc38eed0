import { expect, it } from "vitest";
import { justSent } from "./code-sending.ts";

it("a code expires and may be sent again at the times that the server gives", () => {
  const sending = justSent({ validSeconds: 120, againSeconds: 240 }, 1000);
  expect(sending).toMatchObject({ sent: true, expiresAt: 121_000, againAt: 241_000 });
});

it("a code has the usual times where an earlier server gives none", () => {
  expect(justSent({}, 0)).toMatchObject({ expiresAt: 300_000, againAt: 60_000 });
});
