/** Returns whether a portal on a port of this machine is ready to serve. */
export async function isReady(port) {
  try {
    return (await fetch(`http://127.0.0.1:${port}/health/ready`)).ok;
  } catch {
    return false;
  }
}

/** How a member of the demo signs in. */
export const demoMember = { memberNo: "MS1001", password: "Demo-2026-mwanachama" };

/** Signs a member of the demo in; throws when the portal does not let them. */
export async function signIn(port) {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/auth/authenticate`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(demoMember),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`No member signs in: ${answer.status} ${text}`);
}
