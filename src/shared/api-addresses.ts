/** Whether a decoded path belongs to the API, or to other answers that are never the page. */
function isApiPath(path: string): boolean {
  return /^\/+(api|v1|dev|health|suggestions|loandetails|members)(\/|$)/.test(path);
}

/**
 * Whether a person may have typed or opened a path as a page. Nobody types a path with a dot, such
 * as a file's. A tab from before a deployment requests files that no longer exist, and would break
 * if it got the page.
 */
export function mayBePage(path: string): boolean {
  return !isApiPath(path) && !path.includes(".") && !/^\/+(assets|society)(\/|$)/.test(path);
}
