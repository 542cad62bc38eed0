import { ChangePassword } from "./change-password.tsx";
import { Information } from "./information.tsx";
import { NotFound } from "./not-found.tsx";
import { Privacy } from "./privacy.tsx";
import { SignUp } from "./sign-up.tsx";
import { Verify } from "./verify.tsx";

/** The public pages beyond the first load, as one file for the same reason as members' pages. */
export const laterPublicPages = {
  ChangePassword,
  Information,
  NotFound,
  Privacy,
  SignUp,
  Verify,
};
