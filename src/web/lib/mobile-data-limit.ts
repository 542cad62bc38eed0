interface NetworkInformation {
  readonly saveData?: boolean;
  readonly type?: string;
  readonly effectiveType?: string;
}

/** The most that is loaded ahead over a mobile network, in bytes. */
export const MOBILE_BYTES = 62_000;

/**
 * Returns a function that says whether more may be loaded ahead. It returns false with Save-Data or
 * on 2G; on mobile data, once `MOBILE_BYTES` have been received.
 */
export function startLoadingAhead(): () => boolean {
  const before = receivedBytes();
  return () => {
    const { connection = {} } = navigator as { connection?: NetworkInformation };
    if (connection.saveData || /2g/.test(connection.effectiveType ?? "")) return false;
    return connection.type !== "cellular" || receivedBytes() - before < MOBILE_BYTES;
  };
}

function receivedBytes(): number {
  const sizes = performance
    .getEntriesByType("resource")
    .map((entry) => (entry as PerformanceResourceTiming).transferSize);
  return sizes.reduce((sum, size) => sum + size, 0);
}
