import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/** zod and what silences its probe of `eval` share a file, so that no schema is made before, however the rest is cut. */
const first = { name: "first", test: /src\/before-anything/, priority: 1 };

/** What every form is made of, in one file instead of one for every icon. Whatever floats comes when it is needed. */
const parts = {
  name: "parts",
  test: /lucide-react|src\/parts\/(?!toaster|dialog|ask-first|tooltip|moment|tabs|code-block|copy-button)|src\/(form|page|countdown)/,
};

/** Whoever asks for the build may run as a test, and would get the libraries' development halves: twice the size, and with warnings. */
function asProduction(): Plugin {
  const { NODE_ENV: before } = process.env;
  return {
    name: "as-production",
    apply: "build",
    config() {
      process.env.NODE_ENV = "production";
    },
    closeBundle() {
      if (before === undefined) delete process.env.NODE_ENV;
      else process.env.NODE_ENV = before;
    },
  };
}

export default defineConfig({
  plugins: [asProduction(), react(), tailwindcss()],
  // The server puts a fresh nonce in place of this mark in every response.
  html: { cspNonce: "__NONCE__" },
  build: {
    target: ["chrome126", "firefox126", "safari18"],
    // An inlined font or picture would be a data: URL, which the policy refuses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: [first, parts] } } },
  },
});
