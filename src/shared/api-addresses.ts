/** Whether a decoded path belongs to the API, or to other answers that are never the page. */
function isApiPath(path: string): boolean {
  return /^\/+(api|v1|dev|health|suggestions|loandetails|members)(\/|$)/.test(path);
}

/**
 * Whether a person may have typed or opened a path as a page. Nobody types one with a dot, as of a
 * file; a tab from before a deployment asks for files that are gone, and would break if it got the
 * page.
 */
export function mayBePage(path: string): boolean {
  return !isApiPath(path) && !path.includes(".") && !/^\/+(assets|society)(\/|$)/.test(path);
}
