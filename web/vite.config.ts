import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/** Bundles zod with the code that disables its `eval` probe, so that no schema is created earlier, however the rest is split. */
const first = { name: "first", test: /src\/before-anything/, priority: 1 };

/** The parts of every form, in one file instead of one per icon. Dialogs, tooltips and other occasional parts load on demand. */
const parts = {
  name: "parts",
  test: /lucide-react|src\/parts\/(?!toaster|dialog|ask-first|tooltip|moment|tabs|code-block|copy-button)|src\/(form|page|countdown)/,
};

/** A test may start the build. With its `NODE_ENV`, the libraries' development versions would be bundled: twice the size, with warnings. */
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

/** Replaces Vite's preload helper with `src/load-chunk.ts`. The build passes every `import()` and the files it needs to that helper. */
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
      // Vite may rename its helper. A failed build is better than an app that cannot recover from a failed `import()`.
      if (!isReplaced) this.error("Vite's preload helper has another name now");
    },
  };
}

export default defineConfig({
  plugins: [asProduction(), fetchBeforeImport(), react(), tailwindcss()],
  // The server replaces this placeholder with a fresh nonce in every response.
  html: { cspNonce: "__NONCE__" },
  build: {
    target: ["chrome126", "firefox126", "safari18"],
    // An inlined font or image would be a data: URL, which the Content Security Policy blocks.
    assetsInlineLimit: 0,
    // One stylesheet: `loadChunk` fetches scripts and does not wait until the page has applied a stylesheet.
    cssCodeSplit: false,
    modulePreload: {
      polyfill: false,
      // For an `import()`, Vite lists the files it needs, but omits the imported file itself if it needs no others.
      resolveDependencies: (file, others, { hostType }) =>
        hostType === "js" ? [...new Set([file, ...others])] : others,
    },
    rolldownOptions: { output: { codeSplitting: { groups: [first, parts] } } },
  },
});
