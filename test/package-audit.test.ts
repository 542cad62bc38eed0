import { mkdtempSync, rmSync } from "node:fs";
import { once } from "node:events";
import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { auditPackages } from "../scripts/lib/audit.js";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "akiba-packages-"));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe("the audit of packages", () => {
  let registry: Server;

  afterEach(async () => {
    registry.closeAllConnections();
    registry.close();
    await once(registry, "close");
  });

  it("fails at a vulnerability of a production package that is high or critical", async () => {
    registry = await serve({ "/advisories/bulk": { fastify: [advisory("critical")] } });
    const [found] = await audit();
    expect(found?.ok).toBe(false);
    expect(found?.words).toContain("fastify");
  });

  it("passes with a lower one, or one of a development package", async () => {
    const advisories = { fastify: [advisory("moderate")], vitest: [advisory("critical")] };
    registry = await serve({ "/advisories/bulk": advisories });
    const [found] = await audit();
    expect(found).toMatchObject({ ok: true, words: "none high or critical, 1 lower" });
  });

  it("says so in one line when the registry rejects the question", async () => {
    registry = await serve({});
    for (const { ok, words } of await audit()) {
      expect(ok).toBeNull();
      expect(words).toMatch(/^not checked: [^\n]+$/);
      expect(words).not.toContain("127.0.0.1");
    }
  });

  it("ends in time when the registry does not answer", async () => {
    registry = createServer(() => {}).listen(0, "127.0.0.1");
    await once(registry, "listening");
    const [found] = await audit(2_000);
    expect(found).toMatchObject({ ok: null, words: "not checked: no answer in time" });
  });

  function audit(within = 20_000): ReturnType<typeof auditPackages> {
    const { port } = registry.address() as AddressInfo;
    const env = { npm_config_registry: `http://127.0.0.1:${port}/`, npm_config_cache: folder };
    return auditPackages({ env, within });
  }
});

function advisory(severity: string): object {
  const named = { id: 1, title: "planted", url: "http://127.0.0.1/advisory" };
  return { ...named, severity, vulnerable_versions: "*", cwe: [], cvss: { score: 9 } };
}

/** Starts a registry that knows these answers, by the end of their path, and rejects others. */
async function serve(answers: Record<string, unknown>): Promise<Server> {
  const server = createServer((request, response) => {
    const known = Object.keys(answers).find((path) => request.url?.endsWith(path));
    response.statusCode = known === undefined ? 405 : 200;
    response.end(JSON.stringify(known === undefined ? {} : answers[known]));
    request.resume();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}
