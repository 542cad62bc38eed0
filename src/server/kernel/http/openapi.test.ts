import { expect, it } from "vitest";
import { everyEndpoint } from "#shared/contract/all.ts";
import { openApi } from "./openapi.ts";

const { paths } = await openApi(everyEndpoint);
const responsesOf = (path: string, method: string) => paths[path]?.[method]?.responses ?? {};

it("describes the 401, 403 and 422 of every call on a record", () => {
  for (const { audience, method, path } of everyEndpoint) {
    if (audience.kind !== "record") continue;
    const described = responsesOf(path.replace(/:(\w+)/g, "{$1}"), method.toLowerCase());
    expect(Object.keys(described), path).toEqual(expect.arrayContaining(["401", "403", "422"]));
  }
});

it("describes the problem of a bad body for a call that takes one", () => {
  expect(responsesOf("/api/v1/auth/registerOtp", "post")).toHaveProperty("422");
});

it("describes the problems of signing in in their own shape", () => {
  const { 401: refused } = responsesOf("/api/v1/auth/authenticate", "post");
  expect(refused).toMatchObject({
    content: { "application/json": { schema: { $ref: "#/components/schemas/SignInProblem" } } },
  });
});

it("describes the answer without changes for a read that earlier clients repeat", () => {
  for (const path of ["/api/v1/loan", "/v1/loan"]) {
    expect(responsesOf(path, "get")).toHaveProperty("304");
  }
  expect(responsesOf("/api/v1/member/{memberNo}", "get")).not.toHaveProperty("304");
});
