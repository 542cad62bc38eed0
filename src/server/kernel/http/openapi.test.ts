import { expect, it } from "vitest";
import { everyEndpoint } from "#shared/contract/all.ts";
import { openApi } from "./openapi.ts";

const { paths } = openApi(everyEndpoint);
const responsesOf = (path: string, method: string) => paths[path]?.[method]?.responses ?? {};

it("every call on a record is described with the problems of another's and of bad input", () => {
  for (const { audience, method, path } of everyEndpoint) {
    if (audience.kind !== "record") continue;
    const described = responsesOf(path.replace(/:(\w+)/g, "{$1}"), method.toLowerCase());
    expect(Object.keys(described), path).toEqual(expect.arrayContaining(["401", "403", "422"]));
  }
});

it("a call that takes a body is described with the problem of a bad one", () => {
  expect(responsesOf("/api/v1/auth/registerOtp", "post")).toHaveProperty("422");
});

it("signing in is described with problems in its own shape", () => {
  const { 401: refused } = responsesOf("/api/v1/auth/authenticate", "post");
  expect(refused).toMatchObject({
    content: { "application/json": { schema: { $ref: "#/components/schemas/SignInProblem" } } },
  });
});

it("a read that earlier clients repeat is described with its answer of nothing new", () => {
  for (const path of ["/api/v1/loan", "/v1/loan"]) {
    expect(responsesOf(path, "get")).toHaveProperty("304");
  }
  expect(responsesOf("/api/v1/member/{memberNo}", "get")).not.toHaveProperty("304");
});
