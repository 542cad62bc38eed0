import "./lib/no-eval.ts";
import "./ui/tokens.css";
import "./ui/base.css";
import { StrictMode } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { readKept } from "./lib/browser-storage.ts";
import { goOn, takeFirstForm } from "./lib/first-form.ts";
import { speakAsChosen } from "./lib/language.ts";
import { followConnection } from "./lib/connection.ts";
import { followInstallOffer } from "./lib/install-offer.ts";
import { followVersions } from "./lib/newer-version.ts";
import { followPresses } from "./lib/press.ts";
import { Router } from "./lib/router.tsx";
import { followStorage } from "./lib/session.ts";
import { loadSociety } from "./lib/society.ts";
import { Portal } from "./routes.tsx";
import { Toasts } from "./ui/toast.tsx";

followStorage();
followConnection();
followPresses();
followVersions();
followInstallOffer();
void loadSociety();
await speakAsChosen();

const root = document.getElementById("root");
if (!root) throw new Error("the page has no root");
takeFirstForm(root);
// At once, so that no frame is without a form.
flushSync(() =>
  createRoot(root).render(
    <StrictMode>
      <Router>
        <Portal />
        <Toasts />
      </Router>
    </StrictMode>,
  ),
);
goOn(root);
// Removes figures that were stored too long ago, even if nobody opens them again.
if (readKept("offline") !== null) {
  void import("./member/identity/kept-figures.ts")
    .then(({ forgetIfTooOld }) => forgetIfTooOld())
    .catch(() => undefined);
}
