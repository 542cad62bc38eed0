import type { Plugin } from "vite";

export function zodOfStaff(): Plugin;
