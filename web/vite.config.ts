import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const server = "http://localhost:3000";

export default defineConfig({
  plugins: [react(), tailwindcss()],
  // The server puts a fresh nonce in place of this mark in every response.
  html: { cspNonce: "__NONCE__" },
  build: {
    target: ["chrome126", "firefox126", "safari18"],
    // An inlined font or picture would be a data: URL, which the policy refuses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/api": server, "/health": server, "/openapi.json": server } },
});
