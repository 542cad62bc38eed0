declare module "autocannon" {
  export interface Request {
    readonly path: string;
    readonly method?: "POST";
    readonly body?: string;
    readonly headers: Readonly<Record<string, string>>;
  }

  export interface Options {
    readonly url: string;
    readonly connections: number;
    /** Either a duration in seconds, or a total number of requests. */
    readonly duration?: number;
    readonly amount?: number;
    readonly requests: readonly Request[];
    readonly setupClient?: (client: { setRequests(requests: readonly Request[]): void }) => void;
  }

  export interface Result {
    readonly non2xx: number;
    readonly errors: number;
    readonly timeouts: number;
    readonly duration: number;
    readonly requests: { readonly total: number; readonly average: number };
    readonly latency: { readonly p50: number; readonly p97_5: number; readonly p99: number };
  }

  export default function autocannon(options: Options): Promise<Result>;
}
