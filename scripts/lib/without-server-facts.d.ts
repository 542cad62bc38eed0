import type { Plugin } from "vite";

export function withoutServerFacts(): Plugin;
