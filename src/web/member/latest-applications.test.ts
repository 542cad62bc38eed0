import { expect, it } from "vitest";
import { worthTelling } from "./latest-applications.ts";

type Listed = Parameters<typeof worthTelling>[0][number];

const listed = (loanNo: string, state: Listed["state"]): Listed =>
  ({ loanNo, state, isApplication: true, changedOn: "9999-12-31" }) as Listed;

it("an open application is listed before those that ended after it", () => {
  const rows = [
    listed("INS-5", "declined"),
    listed("INS-4", "withdrawn"),
    listed("INS-3", "declined"),
    listed("INS-2", "declined"),
    listed("INS-1", "applied"),
  ];
  expect(worthTelling(rows).map(({ loanNo }) => loanNo)).toEqual(["INS-1", "INS-5", "INS-3"]);
});
