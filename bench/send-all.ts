import autocannon, { type Request, type Result } from "autocannon";

interface Sending {
  readonly name: string;
  readonly url: string;
  readonly connections: number;
}

/** Sends each request once, divided between connections; throws if one has no answer. */
export async function sendAll(
  requests: readonly Request[],
  { name, ...sending }: Sending,
): Promise<Result> {
  const each = requests.length / sending.connections;
  let client = 0;
  const result = await autocannon({
    ...sending,
    amount: requests.length,
    requests: requests.slice(0, 1),
    setupClient: (one) => {
      // Each connection has separate requests, so that none is sent twice.
      const from = each * client++;
      one.setRequests(requests.slice(from, from + each));
    },
  });
  if (result.errors + result.timeouts > 0) throw new Error(`${name}: ${result.errors} failed.`);
  return result;
}
