import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { BlockList } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { parseConfig, variableNames } from "#server/kernel/platform/config.ts";

const root = join(import.meta.dirname, "..");
const read = (name: string): string => readFileSync(join(root, "ops", name), "utf8");

// It comes without types.
const yaml = createRequire(import.meta.url)("js-yaml") as {
  readonly YAML11_SCHEMA: unknown;
  load(text: string, options?: { readonly schema: unknown }): unknown;
  loadAll(text: string): unknown[];
};

const service = z.looseObject({
  image: z.string(),
  read_only: z.boolean().optional(),
  init: z.boolean().optional(),
  cap_drop: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()).optional(),
  volumes: z.array(z.string()).optional(),
  command: z.array(z.string()).optional(),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).optional(),
  healthcheck: z.looseObject({ test: z.array(z.string()).optional() }).optional(),
  networks: z
    .union([z.array(z.string()), z.record(z.string(), z.object({ ipv4_address: z.ipv4() }))])
    .optional(),
});

const network = z.object({
  ipam: z.object({
    config: z.tuple([
      z.object({
        subnet: z.cidrv4(),
        gateway: z.ipv4().optional(),
        ip_range: z.cidrv4().optional(),
      }),
    ]),
  }),
});

const compose = z.looseObject({
  services: z.record(z.string(), service),
  volumes: z.record(z.string(), z.null()),
  networks: z.record(z.string(), network).optional(),
});

// `<<` is of YAML 1.1, which compose reads.
const composed = (name: string) =>
  compose.parse(yaml.load(read(`container/${name}`), { schema: yaml.YAML11_SCHEMA }));

function holds(range: string, address: string): boolean {
  const [net = "", bits = ""] = range.split("/");
  const list = new BlockList();
  list.addSubnet(net, Number(bits));
  return list.check(address);
}

describe("the image", () => {
  const stages = read("container/Containerfile")
    .split(/^FROM /m)
    .slice(1);

  it("holds nothing of the tests or of the simulator, and no secrets", () => {
    const copied = stages.flatMap((stage) =>
      [...stage.matchAll(/^COPY (?!--from)(.*)$/gm)].flatMap(([, words = ""]) =>
        words
          .split(" ")
          .filter((word) => !word.startsWith("--"))
          .slice(0, -1),
      ),
    );
    expect(copied).toContain("src");
    expect(
      copied.filter((path) => /^(\.|\.env.*|test|twin|bench|node_modules)\/?$/.test(path)),
    ).toEqual([]);
    const sent = readFileSync(join(root, ".dockerignore"), "utf8").trim().split("\n");
    expect(sent[0]).toBe("*");
    expect(sent.slice(1).toSorted()).toEqual(
      [...new Set(copied)].map((path) => `!${path}`).toSorted(),
    );
    // The last stage has only the product.
    expect(stages.at(-1)).not.toMatch(/^COPY (src|scripts|package)/m);
  });

  it("runs as a user without rights, and says when it is ready", () => {
    const last = stages.at(-1) ?? "";
    expect(last).toMatch(/^USER 10001:10001$/m);
    expect(last).toMatch(/^STOPSIGNAL SIGTERM$/m);
    expect(last).toMatch(/^HEALTHCHECK [^]*"akiba-ready"/m);
    expect(last.indexOf("\nUSER ")).toBeGreaterThan(last.lastIndexOf("\nRUN "));
  });

  it("tells compose when it is ready, also where its format leaves the health check out", () => {
    const last = stages.at(-1) ?? "";
    const [, options = "", command = ""] = /^HEALTHCHECK ([^]*?) \\\n +CMD (.*)$/m.exec(last) ?? [];
    const named = [...options.matchAll(/--([a-z-]+)=(\w+)/g)].map(
      ([, name = "", value = ""]) =>
        [name.replace("-", "_"), name === "retries" ? Number(value) : value] as const,
    );
    const check = {
      test: ["CMD", ...z.array(z.string()).parse(JSON.parse(command))],
      ...Object.fromEntries(named),
    };
    const { one, two, migrate } = composed("compose.yml").services;
    const { akiba } = composed("quick.yml").services;
    for (const portal of [one, two, akiba]) expect(portal?.healthcheck).toEqual(check);
    // It serves nothing that could be asked.
    expect(migrate?.healthcheck).toEqual({ disable: true });
    expect(read("container/Containerfile")).toMatch(/^# +podman build --format docker /m);
  });

  it("has checks of health without spaces, at which Podman splits what compose gives it", () => {
    const checks = ["compose.yml", "quick.yml"].flatMap((name) =>
      Object.values(composed(name).services).flatMap(({ healthcheck: check }) => check?.test ?? []),
    );
    expect(checks).toContain("akiba-ready");
    expect(checks.filter((word) => /\s/.test(word))).toEqual([]);
  });

  it("has the Node of the Debian package", () => {
    const pinned = readFileSync(join(root, "scripts/lib/node-runtime.js"), "utf8");
    const [, version = ""] = /NODE_VERSION = "([\d.]+)"/.exec(pinned) ?? [];
    expect(read("container/Containerfile")).toContain(`node:${version}-bookworm-slim`);
  });
});

describe("compose.yml", () => {
  const text = read("container/compose.yml");
  const { services, volumes, networks } = composed("compose.yml");
  const example = read("container/.env.example");
  const named = [...example.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = "", value = ""]) => ({
    name,
    value,
  }));

  it("names no variable that its .env.example does not have", () => {
    const used = [...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name);
    const known = named.map(({ name }) => name);
    expect(used.length).toBeGreaterThan(5);
    expect(used.filter((name) => !known.includes(name ?? ""))).toEqual([]);
    const own = known.filter((name) => !used.includes(name));
    expect(own.filter((name) => !variableNames.includes(name))).toEqual([]);
  });

  it("starts two instances that production accepts once .env is filled in", () => {
    const filled = Object.fromEntries(
      named.map(({ name, value }) => [name, value || `${name}-0123456789-abcdefghijklmnop`]),
    );
    filled["SMTP_URL"] = "smtp://user:password@mail.example.co.ke:587";
    for (const name of ["one", "two"]) {
      const own = Object.entries(services[name]?.environment ?? {}).map(([key, value]) => [
        key,
        value.replaceAll(/\$\{(\w+):\?\}/g, (_, used: string) => filled[used] ?? ""),
      ]);
      const env = { NODE_ENV: "production", ...filled, ...Object.fromEntries(own) };
      expect(parseConfig(env).mode).toBe("production");
    }
  });

  it("gives the portal a file system that it cannot write to, and no rights", () => {
    for (const name of ["one", "two", "migrate"]) {
      expect(services[name]).toMatchObject({ read_only: true, cap_drop: ["ALL"], init: true });
    }
    expect(composed("quick.yml").services["akiba"]).toMatchObject({ read_only: true, init: true });
  });

  it("gives the owner's password to the migration alone, which runs before the portal", () => {
    const owners = Object.entries(services)
      .filter(([, { environment = {} }]) => "DATABASE_OWNER_URL" in environment)
      .map(([name]) => name);
    expect(owners).toEqual(["migrate"]);
    // Each gets the whole .env.
    const hidden = { AKIBA_OWNER_PASSWORD: "", POSTGRES_PASSWORD: "" };
    for (const name of ["one", "two"]) expect(services[name]?.environment).toMatchObject(hidden);
    for (const name of ["one", "two"]) {
      const { depends_on: waits } = service.parse(services[name]);
      expect(waits?.["migrate"]?.condition).toBe("service_completed_successfully");
    }
  });

  it("trusts the proxy alone, whose address no other service can be given", () => {
    const { ipam } = network.parse(networks?.["inside"]);
    const [{ subnet, gateway, ip_range: dynamic = subnet }] = ipam.config;
    const at = services["caddy"]?.networks;
    const fixed = at !== undefined && !Array.isArray(at) ? (at["inside"]?.ipv4_address ?? "") : "";
    for (const name of ["one", "two"]) {
      expect(services[name]?.environment?.["TRUST_PROXY"]).toBe(fixed);
    }
    expect(holds(subnet, fixed)).toBe(true);
    expect(holds(dynamic, fixed)).toBe(false);
    expect(gateway).not.toBe(fixed);
  });

  it("restores a backup for its proof on a disk, in a folder of the portal's user", () => {
    const { folders } = services;
    for (const name of ["one", "two", "migrate"]) {
      const place = services[name]?.environment?.["TMPDIR"] ?? "";
      expect(services[name]?.volumes).toContain(`scratch:${place}`);
      expect(folders?.volumes).toContain(`scratch:${place}`);
      expect(folders?.command?.slice(0, 2)).toEqual(["chown", "10001:10001"]);
      expect(folders?.command).toContain(place);
    }
  });

  it("declares each volume that it mounts", () => {
    const mounted = Object.values(services)
      .flatMap(({ volumes: each = [] }) => each.map((volume) => volume.split(":")[0] ?? ""))
      .filter((name) => !name.startsWith("."));
    expect([...new Set(mounted)].toSorted()).toEqual(Object.keys(volumes).toSorted());
  });
});

const probe = z.object({
  httpGet: z.object({ path: z.string(), port: z.literal("http") }),
  periodSeconds: z.number(),
  failureThreshold: z.number(),
  timeoutSeconds: z.number().optional(),
});

const reference = z.object({ name: z.string() });

const container = z.strictObject({
  name: z.string(),
  image: z.string().regex(/:\d+\.\d+\.\d+$/),
  command: z.array(z.string()).optional(),
  ports: z.array(z.object({ name: z.literal("http"), containerPort: z.literal(3000) })).optional(),
  envFrom: z.array(z.partialRecord(z.enum(["configMapRef", "secretRef"]), reference)),
  lifecycle: z.looseObject({}).optional(),
  startupProbe: probe.optional(),
  livenessProbe: probe.optional(),
  readinessProbe: probe.optional(),
  resources: z.object({ requests: z.looseObject({}), limits: z.looseObject({}) }),
  securityContext: z.strictObject({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    capabilities: z.object({ drop: z.tuple([z.literal("ALL")]) }),
  }),
  volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })),
});

const labels = z.record(z.string(), z.string());

const pods = z.looseObject({
  metadata: z.object({ labels }),
  spec: z.looseObject({
    automountServiceAccountToken: z.literal(false),
    serviceAccountName: z.string(),
    terminationGracePeriodSeconds: z.number().optional(),
    securityContext: z.looseObject({ runAsNonRoot: z.literal(true), runAsUser: z.literal(10001) }),
    containers: z.tuple([container]),
    volumes: z.array(z.looseObject({ name: z.string() })),
  }),
});

const selected = z.object({ matchLabels: labels });
const metadata = z.looseObject({ name: z.string() });

const object = z.discriminatedUnion("kind", [
  z.looseObject({ kind: z.literal("ConfigMap"), metadata, data: labels }),
  z.looseObject({ kind: z.literal("ServiceAccount"), metadata }),
  z.looseObject({ kind: z.literal("Job"), metadata, spec: z.looseObject({ template: pods }) }),
  z.looseObject({
    kind: z.literal("Deployment"),
    metadata,
    spec: z.looseObject({ replicas: z.number(), selector: selected, template: pods }),
  }),
  z.looseObject({
    kind: z.literal("PodDisruptionBudget"),
    metadata,
    spec: z.object({ minAvailable: z.number(), selector: selected }),
  }),
  z.looseObject({
    kind: z.literal("Service"),
    metadata,
    spec: z.looseObject({
      selector: labels,
      ports: z.array(z.looseObject({ targetPort: z.string() })),
    }),
  }),
]);

type Kind = z.output<typeof object>["kind"];

describe("the manifests for Kubernetes", () => {
  const objects = yaml.loadAll(read("kubernetes/akiba.yaml")).map((each) => object.parse(each));

  function find<K extends Kind>(kind: K): Extract<z.output<typeof object>, { kind: K }> {
    const found = objects.filter((each) => each.kind === kind);
    expect(found).toHaveLength(1);
    return found[0] as Extract<z.output<typeof object>, { kind: K }>;
  }

  it("select the portal's pods, and not the migration's", () => {
    const { template, selector, replicas } = find("Deployment").spec;
    const own = template.metadata.labels;
    expect(replicas).toBe(2);
    expect(selector.matchLabels).toEqual(own);
    expect(find("PodDisruptionBudget").spec).toMatchObject({
      minAvailable: replicas - 1,
      selector: { matchLabels: own },
    });
    expect(find("Service").spec.selector).toEqual(own);
    expect(find("Job").spec.template.metadata.labels).not.toEqual(own);
  });

  it("ask the portal's own addresses whether it lives and is ready", () => {
    const { spec } = find("Deployment").spec.template;
    const [portal] = spec.containers;
    expect(portal.livenessProbe?.httpGet.path).toBe("/health/live");
    expect(portal.readinessProbe?.httpGet.path).toBe("/health/ready");
    // A portal takes 10 s to finish its work after the pause.
    expect(spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(5 + 10);
  });

  it("hold no secret, and give the owner's address to the migration alone", () => {
    expect(JSON.stringify(objects)).not.toMatch(/PASSWORD":|SECRET":|postgres:\/\//);
    const secretsOf = (template: z.output<typeof pods>) =>
      template.spec.containers[0].envFrom.flatMap((from) => from.secretRef?.name ?? []);
    expect(secretsOf(find("Deployment").spec.template)).toEqual(["akiba"]);
    expect(secretsOf(find("Job").spec.template)).toEqual(["akiba", "akiba-owner"]);
  });

  it("set only variables that the portal reads", () => {
    const set = Object.keys(find("ConfigMap").data);
    expect(set.filter((name) => !variableNames.includes(name))).toEqual([]);
  });
});
