import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { aliases } from "#shared/page-addresses.ts";
import { everyPath } from "#shared/statement-addresses.ts";
import { enrolWithLogin, foundSociety, signIn } from "#test/people.ts";
import { useServedSociety } from "#test/served-society.ts";

// The page may be installed below a folder with the name of its own assets folder.
const install = mkdtempSync(join(tmpdir(), "akiba-page-"));
const page = join(install, "assets", "page");
mkdirSync(join(page, "assets"), { recursive: true });
writeFileSync(join(page, "icon.svg"), "<svg/>");
writeFileSync(
  join(page, "index.html"),
  "<title>the page</title><!--akiba:society--><p>{organisationName}</p>",
);
writeFileSync(join(page, "assets", "here.js"), "export {};");
writeFileSync(join(page, "file-check.html"), "<title>check</title>");
writeFileSync(join(page, "service-worker.js"), "// keeps pages");
writeFileSync(join(page, "retired-worker.js"), "// removes itself");
afterAll(() => rmSync(install, { recursive: true }));

const society = useServedSociety({ page, config: { mode: "demo" } });
let token = "";

beforeAll(async () => {
  await enrolWithLogin(society, "MS1");
  token = await signIn(society, "MS1");
});

describe("an address that is encoded", () => {
  it.each(["/%61pi/v1/member/MS1", "/api/v1/m%65mber/MS1", "/api/v1/member/%4DS1"])(
    "%s answers with the record, and is never cached",
    async (path) => {
      const reply = await society.send("GET", path, { token });
      expect(reply.status).toBe(200);
      expect(reply.body).toMatchObject({ accNo: "MS1" });
      expect(reply.headers.get("cache-control")).toBe("no-store");
    },
  );

  it.each(["/%61pi/v1/nothing", "/%2Fapi/v1/nothing", "//api/nothing", "/ap%69", "/%64ev/x"])(
    "%s is a JSON 404 where it decodes to the API, not the page",
    async (path) => {
      const reply = await society.send("GET", path);
      expect(reply.status).toBe(404);
      expect(reply.body).toMatchObject({ code: 404 });
      expect(reply.headers.get("cache-control")).toBe("no-store");
    },
  );
});

describe("the API description, and the demo's messages", () => {
  it.each(["/dev/outbox", "/dev/outbox.json"])("%s is sent fresh each time", async (path) => {
    const reply = await society.send("GET", path);
    expect(reply.status).toBe(200);
    expect(reply.headers.get("cache-control")).toBe("no-store");
  });
});

describe.each(["/api/openapi.json", "/api/docs"])(
  "%s, which is long and stays the same,",
  (path) => {
    const ask = (headers: Record<string, string>) => society.send("GET", path, { headers });

    it.each(["br", "gzip"])("is sent compressed to a client that accepts %s", async (encoding) => {
      const plain = await ask({ "accept-encoding": "identity" });
      const reply = await ask({ "accept-encoding": encoding });
      expect(reply.headers.get("content-encoding")).toBe(encoding);
      expect(reply.headers.get("vary")).toBe("accept-encoding");
      expect(reply.text).toBe(plain.text);
    });

    it("is not sent again to a client that has it", async () => {
      const first = await ask({});
      const tag = first.headers.get("etag") ?? "";
      expect(first.headers.get("cache-control")).toBe("no-cache");
      const again = await ask({ "if-none-match": `"other", ${tag}` });
      expect(again.status).toBe(304);
      expect(again.text).toBe("");
      expect((await ask({ "if-none-match": '"other"' })).status).toBe(200);
    });
  },
);

describe("an address without a page", () => {
  const html = { accept: "text/html,application/xhtml+xml" };

  it.each([
    "/.env",
    "/metrics",
    "/assets/none.js",
    "/wp-login.php",
    "/app/Nowhere",
    "/favicon.ico",
  ])("%s is a 404, and not the page", async (path) => {
    const reply = await society.send("GET", path);
    expect(reply.status).toBe(404);
    expect(reply.body).toMatchObject({ code: 404 });
  });

  it.each(["/.env", "/assets/none.js", "/.git/config", "/api/v1/nothing"])(
    "%s is not answered with the page to a browser either",
    async (path) => {
      const reply = await society.send("GET", path, { headers: html });
      expect(reply.status).toBe(404);
      expect(reply.text).not.toContain("the page");
    },
  );

  it.each(["/metrics", "/app/Nowhere", "/Sing-Up", "/Verify/%E0%A4%A", "/app/%E0%A4%A"])(
    "%s is a 404 that shows a person the page's own words",
    async (path) => {
      const reply = await society.send("GET", path, { headers: html });
      expect(reply.status).toBe(404);
      expect(reply.text).toContain("the page");
      expect(reply.headers.get("cache-control")).toBe("no-store");
    },
  );

  it("does not hold up others, however many slashes it has", async () => {
    const began = performance.now();
    await society.send("GET", `/${"/".repeat(14_000)}x`);
    expect(performance.now() - began).toBeLessThan(1000);
  });
});

describe("the page", () => {
  it.each([...everyPath, ...Object.keys(aliases), "/login/", "/Verify/ABCD-EFGH-2345"])(
    "is at %s",
    async (path) => {
      const reply = await society.send("GET", path);
      expect(reply.status).toBe(200);
      expect(reply.text).toContain("the page");
    },
  );

  it.each([
    ["br;q=0, gzip", "gzip"],
    ["gzip;q=0, br", "br"],
    ["br;q=0, gzip;q=0.0", null],
    ["identity", null],
  ])("is sent to a client that accepts %j as %j", async (accepted, encoding) => {
    const reply = await society.send("GET", "/app", { headers: { "accept-encoding": accepted } });
    expect(reply.text).toContain("the page");
    expect(reply.headers.get("content-encoding")).toBe(encoding);
    expect(reply.headers.get("vary")).toContain("accept-encoding");
  });
});

describe("the page and its service worker", () => {
  it.each(["/Login", "/service-worker.js", "/manifest.webmanifest"])(
    "%s is asked for at each visit and not sent again to a browser that has it",
    async (path) => {
      const first = await society.send("GET", path);
      expect(first.status).toBe(200);
      expect(first.headers.get("cache-control")).toBe("no-cache");
      const tag = first.headers.get("etag") ?? "";
      const again = await society.send("GET", path, { headers: { "if-none-match": tag } });
      expect(again.status).toBe(304);
      expect(again.text).toBe("");
      expect(again.headers.get("etag")).toBe(tag);
    },
  );

  it.each([
    ["sw-KE,en;q=0.5", "sw-KE", ["Mkopo", "Akiba", "Weka pesa"]],
    ["en-GB,sw;q=0.5", "en-KE", ["Loan", "Savings", "Pay in"]],
  ])("to a browser that asks for %s name the shortcuts in %s", async (accepted, lang, names) => {
    const headers = { "accept-language": accepted };
    const reply = await society.send("GET", "/manifest.webmanifest", { headers });
    expect(reply.headers.get("vary")).toContain("accept-language");
    const manifest = JSON.parse(reply.text) as {
      lang: string;
      shortcuts: { short_name: string }[];
    };
    expect(manifest.lang).toBe(lang);
    expect(manifest.shortcuts.map((one) => one.short_name)).toEqual(names);
  });

  it("name the society in the page, as text", async () => {
    await foundSociety(society);
    const named = "update society set organisation_name = $1";
    await society.owner.query(named, ["<img src=x> & Co"]);
    await vi.waitUntil(async () => (await society.send("GET", "/")).text.includes("img src"), {
      timeout: 20_000,
    });
    const { text } = await society.send("GET", "/");
    expect(text).toContain("<p>&#60;img src=x&#62; &#38; Co</p>");
  });

  it("is a script at the root, so that it may serve every page", async () => {
    const reply = await society.send("GET", "/service-worker.js");
    expect(reply.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    expect(reply.text).toBe("// keeps pages");
    expect((await society.send("GET", "/retired-worker.js")).status).toBe(404);
  });
});

describe("a file of the page", () => {
  it("is cached for an hour if its name does not change with its content", async () => {
    const icon = await society.send("GET", "/icon.svg");
    expect(icon.headers.get("cache-control")).toBe("public, max-age=3600");
  });

  it("has the headers that protect it, and none that only a page or a call needs", async () => {
    const { headers } = await society.send("GET", "/assets/here.js");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
    const others = ["permissions-policy", "cross-origin-opener-policy", "x-request-id"];
    expect(others.map((name) => headers.get(name))).toEqual([null, null, null]);
    const page = await society.send("GET", "/");
    expect(others.map((name) => page.headers.has(name))).toEqual([true, true, true]);
  });

  it("runs no code when a browser opens it directly; a script is shown as text", async () => {
    const policyOf = async (path: string) =>
      (await society.send("GET", path)).headers.get("content-security-policy");
    expect(await policyOf("/icon.svg")).toContain("default-src 'none'");
    expect(await policyOf("/assets/here.js")).toBeNull();
  });

  it("is cached forever if it exists, and is an uncached 404 if it does not", async () => {
    const here = await society.send("GET", "/assets/here.js");
    expect(here.status).toBe(200);
    expect(here.headers.get("cache-control")).toContain("immutable");
    for (const path of ["/assets/nope.js", "/assets/", "/%61ssets/nope.js"]) {
      const reply = await society.send("GET", path);
      expect(reply.status, path).toBe(404);
      expect(reply.headers.get("cache-control")).toBe("no-store");
      expect(reply.text).not.toContain("the page");
    }
  });
});

describe("another method", () => {
  const texts = ["/api/openapi.json", "/api/docs", "/dev/outbox", "/dev/outbox.json"];
  const methods = ["POST", "PATCH", "OPTIONS", "PROPFIND", "MKCOL", "LOCK"];

  it.each([...texts, "/api/v1/session"])(
    "at %s is a 405 that names the allowed methods",
    async (path) => {
      for (const method of methods) {
        const reply = await society.send(method, path);
        expect(reply.status, method).toBe(405);
        expect(reply.headers.get("allow")).toMatch(/GET.*HEAD/);
        expect(reply.body).toMatchObject({ code: 405 });
      }
    },
  );

  it("HEAD is rejected too at an address without a read", async () => {
    const reply = await society.send("HEAD", "/api/v1/auth/register");
    expect(reply.status).toBe(405);
    expect(reply.headers.get("allow")).toBe("POST");
  });
});
