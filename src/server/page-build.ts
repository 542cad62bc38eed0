/**
 * The build of the page, for which the start waits before it serves; it rejects if the page could
 * not be built. A start from a clone sets it, and prepares its database in the meantime.
 */
export const pageBuild: { underWay: Promise<void> } = { underWay: Promise.resolve() };
