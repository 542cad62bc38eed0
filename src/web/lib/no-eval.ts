import * as z from "zod/mini";

// Our content security policy forbids creating code from text, and each attempt would be reported
// as a violation. This module must be loaded first.
z.config({ jitless: true });
