import type { Plugin } from "vite";

export function shortScripts(): Plugin;
