import type { Plugin } from "vite";

export function isReact(id: string): boolean;
export function reactAsModule(): Plugin;
