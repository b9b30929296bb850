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

/** Puts `src/load-chunk.ts` in the place of Vite's own helper, through which the build sends every `import()` with the files it needs. */
function fetchBeforeImport(): Plugin {
  let isReplaced = false;
  return {
    name: "fetch-before-import",
    apply: "build",
    enforce: "pre",
    load(id) {
      if (id !== "\0vite/preload-helper.js") return null;
      isReplaced = true;
      return 'export { loadChunk as __vitePreload } from "/src/load-chunk.ts";';
    },
    generateBundle() {
      // The name is Vite's own and may change with it: better no build than an app that cannot recover.
      if (!isReplaced) this.error("Vite's preload helper has another name now");
    },
  };
}

export default defineConfig({
  plugins: [asProduction(), fetchBeforeImport(), react(), tailwindcss()],
  // The server puts a fresh nonce in place of this mark in every response.
  html: { cspNonce: "__NONCE__" },
  build: {
    target: ["chrome126", "firefox126", "safari18"],
    // An inlined font or picture would be a data: URL, which the policy refuses.
    assetsInlineLimit: 0,
    // `loadChunk` fetches scripts; styles would have to wait in the page.
    cssCodeSplit: false,
    modulePreload: {
      polyfill: false,
      // For an `import()` Vite names what it needs, and leaves the file itself out where that is all.
      resolveDependencies: (file, others, { hostType }) =>
        hostType === "js" ? [...new Set([file, ...others])] : others,
    },
    rolldownOptions: { output: { codeSplitting: { groups: [first, parts] } } },
  },
});
