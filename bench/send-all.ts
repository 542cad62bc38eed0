import { Agent, request } from "node:http";
import type { Request } from "autocannon";
import { percentile } from "./figures.ts";

interface Sending {
  readonly url: string;
  readonly connections: number;
}

/** The figures of a burst: the rate is of answers a second, times are in milliseconds. */
export interface Burst {
  readonly rate: number;
  /** How many were answered with another status than 2xx. */
  readonly non2xx: number;
  readonly latency: (percent: number) => number;
}

/**
 * Sends each request once, by as many connections, and measures until the last answer. (autocannon
 * ends a number of requests on a whole second, which is most of a short burst.)
 */
export async function sendAll(
  requests: readonly Request[],
  { url, connections }: Sending,
): Promise<Burst> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  const waiting = [...requests].toReversed();
  let non2xx = 0;
  const connection = async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const began = performance.now();
      const status = await send(url, agent, next);
      times.push(performance.now() - began);
      if (status < 200 || status > 299) non2xx += 1;
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: connections }, connection));
  const seconds = (performance.now() - began) / 1000;
  agent.destroy();
  const latency = (percent: number) => Math.round(percentile(times, percent));
  return { rate: requests.length / seconds, non2xx, latency };
}

/** Resolves to the status once the whole answer has arrived. */
function send(url: string, agent: Agent, { path, method, headers, body }: Request) {
  return new Promise<number>((resolve, reject) => {
    const sent = request(url + path, { agent, method: method ?? "GET", headers }, (response) => {
      response.resume().once("end", () => resolve(response.statusCode ?? 0));
    });
    sent.once("error", reject).end(body ?? "");
  });
}
