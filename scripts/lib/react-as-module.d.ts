import type { Plugin } from "vite";

export function reactAsModule(): Plugin;
