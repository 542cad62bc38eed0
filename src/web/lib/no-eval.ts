import * as z from "zod/mini";

// Our content security policy forbids making code out of text, and trying to would be reported as
// a violation on every page. This module must be the first that is loaded.
z.config({ jitless: true });
