import { createConfig, lintFromString } from "@redocly/openapi-core";
import { expect, it } from "vitest";
import { everyEndpoint } from "#shared/contract/all.ts";
import { type OpenApi, openApi } from "./openapi.ts";

/** Returns what Redocly's strictest set of rules finds, one line each. */
async function findingsOf(document: OpenApi): Promise<string[]> {
  const config = await createConfig({ extends: ["recommended-strict"] });
  const source = JSON.stringify(document);
  const findings = await lintFromString({ source, config, absoluteRef: "openapi.json" });
  return findings.map(({ ruleId, message, location }) => {
    return `${ruleId}: ${message} ${location[0]?.pointer ?? ""}`;
  });
}

it("the OpenAPI document passes Redocly's strict rules", async () => {
  expect(await findingsOf(await openApi(everyEndpoint))).toEqual([]);
});

it("an OpenAPI document without servers does not pass", async () => {
  // A part of the contract shows it in a tenth of the time.
  const { servers: _, ...incomplete } = await openApi(everyEndpoint.slice(0, 20));
  expect(await findingsOf(incomplete as OpenApi)).toEqual([
    expect.stringContaining("no-empty-servers"),
  ]);
});
