import { expect, it } from "vitest";
import { plainAddress } from "#shared/page-addresses.ts";
import { everyPath } from "#shared/statement-addresses.ts";
import { isOfTheStaff, paths } from "#web/paths.ts";
import { everyPage } from "./e2e/every-page.ts";

/** Login is looked at signed out; the profile has two addresses; the other leads to Login. */
const apart = new Set<string>([paths.login, paths.appLogin, paths.memberDetails]);

it("no public page and no page of a member is missing from the walks", () => {
  const addresses = everyPage.map(({ address }) => address.replace(/[?#].*/, ""));
  const walked = new Set(addresses.map((address) => plainAddress(address)));
  const missing = everyPath
    .filter((path) => !isOfTheStaff(path) && !apart.has(path))
    .filter((path) => !walked.has(plainAddress(path)));
  expect(missing).toEqual([]);
});
