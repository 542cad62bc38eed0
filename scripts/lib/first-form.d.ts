import type { HtmlTagDescriptor } from "vite";

/** Returns the template of the login form in each language, for the page to begin with. */
export function firstFormTemplates(): Promise<HtmlTagDescriptor[]>;
