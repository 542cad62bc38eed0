/** The public pages beyond the first load, as one file for the same reason as those of members. */
export { ChangePassword } from "./change-password.tsx";
export { Information } from "./information.tsx";
export { NotFound } from "./not-found.tsx";
export { Privacy } from "./privacy.tsx";
export { SignUp } from "./sign-up.tsx";
export { Verify } from "./verify.tsx";
