/** Starts a portal of the built server in the process of all the portals of this one. */
export function startPortal(
  environment: Readonly<Record<string, string>>,
): Promise<{ readonly url: string; stop(): Promise<void> }>;
