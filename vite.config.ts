import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** Builds the portal's pages from src/web into dist/web. */
export default defineConfig({
  root: "src/web",
  publicDir: "static",
  plugins: [react()],
  build: { outDir: "../../dist/web", emptyOutDir: true, target: "es2022" },
  server: { proxy: { "/api": "http://localhost:3000", "/dev": "http://localhost:3000" } },
});
