// How to read these figures: whether response time reveals which numbers belong to members. The
// four public calls are sent for real and unknown numbers in random order. AUC is how often a real
// number took longer than an unknown one: 0.5 reveals nothing, 1 everything. It is given for the
// answer itself and for the three requests after it; for registerOtp, in addition, for all requests
// of the second after it, in which the outbox sends the code. `+-` is twice the standard error.
import { randomInt } from "node:crypto";
import { Agent, request } from "node:http";
import { printTable } from "./figures.ts";
import { plantMembers } from "./planted.ts";
import type { BenchTools } from "./tools.ts";

const EACH = 1000;
/** Passwords are hashed, and codes wait a second: fewer of those. */
const EACH_SLOW = 300;
const SECOND_MS = 1100;

interface Sample {
  readonly isReal: boolean;
  readonly answer: number;
  readonly after: number;
}

interface Asked {
  readonly method: "POST" | "PUT";
  readonly path: string;
  readonly body: Readonly<Record<string, string>>;
}

const password = "a-wrong-guess-71";
const wrong = { otp: "000000", password, password_confirmation: password };

const calls: Readonly<Record<string, (memberNo: string) => Asked>> = {
  registerOtp: (memberNo) => ({ method: "POST", path: "registerOtp", body: { memberNo } }),
  register: (memberNo) => ({
    method: "POST",
    path: "register",
    body: { memberNo, mobileNo: "0712000001", email: "a@example.com", ...wrong },
  }),
  changePassword: (memberNo) => ({
    method: "PUT",
    path: "changePassword",
    body: { memberNo, ...wrong },
  }),
  authenticate: (memberNo) => ({
    method: "POST",
    path: "authenticate",
    body: { memberNo, password },
  }),
};

export default async function measure(tools: BenchTools): Promise<void> {
  const demo = await tools.startDemo({
    // Each number is requested from a different address.
    TRUST_PROXY: "1",
    LIMIT_OTP_SOCIETY_BUDGET_PER_DAY: "1000000",
  });
  try {
    const { postgres, members } = await plantMembers(demo.dataDir, EACH + EACH_SLOW);
    try {
      const real = members.map(({ memberNo }) => memberNo);
      const client = new Client(demo.url);
      const rows = [["call", "pairs", "of the answer", "of what follows"]];
      for (const [name, askedFor] of Object.entries(calls)) {
        const pairs = name === "authenticate" ? EACH_SLOW : EACH;
        const samples = await sample(real.slice(0, pairs), (memberNo) =>
          client.timed(askedFor(memberNo), () => client.three()),
        );
        rows.push([name, `${pairs}`, ...figuresOf(samples)]);
      }
      const seconds = await sample(real.slice(EACH), (memberNo) =>
        client.timed(calls["registerOtp"]?.(memberNo) as Asked, () => client.aSecond()),
      );
      rows.push(["registerOtp, the second after", `${EACH_SLOW}`, ...figuresOf(seconds)]);
      printTable(rows);
    } finally {
      await postgres.stop();
    }
  } finally {
    await demo.stop();
  }
}

/** Requests real numbers and as many unknown ones of the same form, in random order. */
async function sample(
  real: readonly string[],
  ask: (memberNo: string) => Promise<Omit<Sample, "isReal">>,
): Promise<Sample[]> {
  const order = real
    .flatMap((memberNo) => [
      { memberNo, isReal: true },
      { memberNo: memberNo.replace("BENCH", "NOONE"), isReal: false },
    ])
    .map((one) => ({ ...one, place: randomInt(2 ** 40) }))
    .toSorted((one, other) => one.place - other.place);
  const samples: Sample[] = [];
  for (const { memberNo, isReal } of order) samples.push({ isReal, ...(await ask(memberNo)) });
  return samples;
}

function figuresOf(samples: readonly Sample[]): string[] {
  return (["answer", "after"] as const).map((what) => {
    const real = samples.filter(({ isReal }) => isReal).map((one) => one[what]);
    const unknown = samples.filter(({ isReal }) => !isReal).map((one) => one[what]);
    const error = Math.sqrt(
      (real.length + unknown.length + 1) / (12 * real.length * unknown.length),
    );
    return `${aucOf(real, unknown).toFixed(3)} +- ${(2 * error).toFixed(3)}`;
  });
}

/** Returns how often one of the first took longer than one of the second, by their ranks. */
function aucOf(real: readonly number[], unknown: readonly number[]): number {
  const ranked = [
    ...real.map((ms) => ({ ms, isReal: true })),
    ...unknown.map((ms) => ({ ms, isReal: false })),
  ].toSorted((one, other) => one.ms - other.ms);
  const sum = ranked.reduce((total, { isReal }, at) => total + (isReal ? at + 1 : 0), 0);
  return (sum - (real.length * (real.length + 1)) / 2) / (real.length * unknown.length);
}

class Client {
  readonly #url: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(url: string) {
    this.#url = url;
  }

  /** Times a call, and the requests right after it. */
  async timed({ method, path, body }: Asked, follow: () => Promise<number>) {
    const start = performance.now();
    await this.#send(method, `/api/v1/auth/${path}`, body);
    return { answer: performance.now() - start, after: await follow() };
  }

  /** Returns the time of three requests in a row that read the database. */
  async three(): Promise<number> {
    const start = performance.now();
    for (let count = 0; count < 3; count += 1) await this.#send("GET", "/api/v1/header/1");
    return performance.now() - start;
  }

  /** Returns the mean time of a request over a second, in which the outbox checks. */
  async aSecond(): Promise<number> {
    const start = performance.now();
    let count = 0;
    while (performance.now() - start < SECOND_MS) {
      await this.#send("GET", "/api/v1/header/1");
      count += 1;
    }
    return (performance.now() - start) / count;
  }

  #send(method: string, path: string, body?: Readonly<Record<string, string>>): Promise<void> {
    const ip = Array.from({ length: 3 }, () => randomInt(256)).join(".");
    const headers = { "content-type": "application/json", "x-forwarded-for": `10.${ip}` };
    return new Promise((resolve, reject) => {
      const sent = request(this.#url + path, { method, agent: this.#agent, headers }, (answer) => {
        answer.resume().on("end", resolve);
      });
      sent.on("error", reject).end(body === undefined ? undefined : JSON.stringify(body));
    });
  }
}
