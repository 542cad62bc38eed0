import { setImmediate as turn } from "node:timers/promises";
import { VERSION } from "#shared/version.ts";
import * as z from "zod/mini";
import type { Endpoint } from "#shared/contract/kernel/endpoint.ts";
import { problemsEn } from "#shared/messages/kernel/problems-en.ts";
import { problemStatus } from "#shared/contract/kernel/problems.ts";
import { describedProblems } from "./described-problems.ts";

type JsonObject = Record<string, unknown>;

export interface Operation extends JsonObject {
  readonly operationId: string;
  readonly summary: string;
  readonly responses: Readonly<Record<string, { readonly description: string }>>;
}

export interface OpenApi extends JsonObject {
  readonly info: JsonObject & { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/**
 * Returns the OpenAPI 3.1 description of the calls, made from the contract alone. It takes a second
 * of CPU time, so other calls run between one endpoint and the next.
 */
export async function openApi(endpoints: readonly Endpoint[]): Promise<OpenApi> {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const endpoint of endpoints) {
    addOperations(paths, endpoint);
    await turn();
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Akiba",
      version: VERSION,
      license: { name: "The owner grants use", identifier: "LicenseRef-Akiba" },
    },
    servers: [{ url: "/", description: "This server" }],
    paths,
    components: {
      securitySchemes: { token: { type: "http", scheme: "bearer" } },
      schemas: { Problem: problemSchema, SignInProblem: signInProblemSchema },
    },
  };
}

function addOperations(paths: Record<string, Record<string, Operation>>, endpoint: Endpoint): void {
  const described = operation(endpoint);
  for (const [index, address] of [endpoint.path, ...endpoint.aliases].entries()) {
    const path = address.replace(/:(\w+)/g, "{$1}");
    // Operation names must be unique: an alias is distinguished by its number.
    const operationId = index === 0 ? endpoint.name : `${endpoint.name}.${index + 1}`;
    const method = endpoint.method.toLowerCase();
    paths[path] = { ...paths[path], [method]: { ...described, operationId } };
  }
}

function operation(endpoint: Endpoint): Operation {
  const { audience, body, method, name, summary } = endpoint;
  const schema = jsonSchema(body, "input");
  const takesFile = endpoint.takes !== "application/json";
  const takesBody = method !== "GET" && (takesFile || Object.keys(schema).length > 0);
  const content = takesFile ? { [endpoint.takes]: {} } : json(schema);
  return {
    operationId: name,
    summary,
    tags: [name.split(".")[0]],
    description: describeAudience(endpoint),
    parameters: parameters(endpoint),
    ...(takesBody && { requestBody: { required: true, content } }),
    security: audience.kind === "anyone" ? [] : [{ token: [] }],
    responses: {
      [endpoint.status]: {
        description: "Done",
        content: answerContent(endpoint),
      },
      ...(endpoint.limit === "polls" && {
        304: { description: "Unchanged since the ETag that If-None-Match names" },
      }),
      ...problemResponses(endpoint),
    },
  };
}

/** A file has no schema: OpenAPI 3.1 describes it by its media type alone. */
function answerContent({ files, answer }: Endpoint): JsonObject {
  const ofJson = json(jsonSchema(answer, "output"));
  if (files.length === 0) return ofJson;
  return Object.fromEntries(files.map((type) => [type, ofJson[type] ?? {}]));
}

function describeAudience({ audience }: Endpoint): string {
  switch (audience.kind) {
    case "anyone":
      return "Open to anyone.";
    case "signed-in":
      return "For whoever is signed in.";
    case "member":
      return "For members, of what is their own.";
    case "any-staff":
      return "For anybody of the staff; of no member.";
    case "mfa-pending":
      return "For staff whose password was right, while the second factor is still to come.";
    case "own":
      return `For a member, of what is their own; for staff with ${audience.staff}, audited.`;
    case "record":
      return `For the member whose number it is; for staff with ${audience.staff}, audited.`;
    case "staff":
      return `For staff with ${audience.permission}.`;
  }
}

function parameters({ method, params, path, query, idempotency }: Endpoint): JsonObject[] {
  const named = jsonSchema(params, "input")["properties"] as Record<string, unknown> | undefined;
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    schema: named?.[name] ?? { type: "string" },
  }));
  const asked = jsonSchema(query, "input");
  const required = (asked["required"] ?? []) as readonly string[];
  const inQuery = Object.entries(asked["properties"] ?? {}).map(([name, schema]) => {
    return { name, in: "query", required: required.includes(name), schema };
  });
  if (method === "GET" || idempotency === "none") return [...inPath, ...inQuery];
  const key = { type: "string", maxLength: 128 };
  return [
    ...inPath,
    ...inQuery,
    { name: "Idempotency-Key", in: "header", required: false, schema: key },
  ];
}

function problemResponses(endpoint: Endpoint): Record<string, { description: string }> {
  const byStatus: Record<string, { description: string; content: JsonObject }> = {};
  const inSignInShape = endpoint.errors === "sign-in";
  const mediaType = inSignInShape ? "application/json" : "application/problem+json";
  for (const code of describedProblems(endpoint)) {
    const status = String(problemStatus[code]);
    const before = byStatus[status];
    const description = before ? `${before.description} ${problemsEn[code]}` : problemsEn[code];
    const schema = { $ref: `#/components/schemas/${inSignInShape ? "SignInProblem" : "Problem"}` };
    byStatus[status] = { description, content: { [mediaType]: { schema } } };
  }
  return byStatus;
}

function jsonSchema(schema: z.ZodMiniType, io: "input" | "output"): JsonObject {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override: ({ jsonSchema: described }) => nameKeys(described),
  });
  return rest;
}

/** Turns a record of known keys into an object of properties, which generators understand. */
function nameKeys(schema: z.core.JSONSchema.BaseSchema): void {
  const { propertyNames, additionalProperties } = schema;
  const keys = typeof propertyNames === "object" ? propertyNames.enum : undefined;
  if (keys === undefined || additionalProperties === undefined) return;
  schema.properties = Object.fromEntries(keys.map((key) => [String(key), additionalProperties]));
  schema.additionalProperties = false;
  delete schema.propertyNames;
}

function json(schema: JsonObject): JsonObject {
  return { "application/json": { schema } };
}

const requestId = {
  type: "string",
  description: "The X-Request-Id of the answer, by which the log can be searched",
};

const problemSchema = {
  type: "object",
  required: ["type", "title", "status", "detail", "code", "message", "reason", "requestId"],
  properties: {
    type: { type: "string" },
    title: { type: "string" },
    status: { type: "integer" },
    detail: { type: "string" },
    code: { type: "integer", description: "The HTTP status, for the earlier client" },
    message: { type: "string", description: "Words a member can act on" },
    reason: { type: "string", description: "The code of the problem, for programs" },
    errors: {
      type: "array",
      items: {
        type: "object",
        properties: { field: { type: "string" }, message: { type: "string" } },
      },
    },
    changes: {
      type: "array",
      description: "The facts that changed since they were shown, with their current values",
      items: {
        type: "object",
        properties: { name: { type: "string" }, value: { type: "string" } },
      },
    },
    requestId,
  },
};

const signInProblemSchema = {
  type: "object",
  required: ["status", "code", "message", "errors", "token", "memberNo", "requestId"],
  properties: {
    status: { const: 1, description: "That it failed; not the HTTP status" },
    code: { type: "integer", description: "The HTTP status" },
    message: { type: "string", description: "Words a member can act on" },
    errors: { type: "array", items: { type: "string" } },
    token: { type: "null" },
    memberNo: { type: "null" },
    requestId,
  },
};
