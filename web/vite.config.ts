import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin, type Rolldown } from "vite";
import { readableByAll } from "./readable-by-all.ts";
import { signedInScreens } from "./src/signed-in-screens.ts";

/** zod and every schema, in one file that the app loads after its first screen. */
const schemas = { name: "schemas", test: /src\/schemas/, priority: 1 };

/**
 * The parts of every form, and small ones that several screens share: one file instead of one per icon and part. What is used only
 * occasionally (nothing is copied on the first screen), or needs what `layers` holds, loads on demand.
 */
const parts = {
  name: "parts",
  test: /lucide-react|src\/parts\/(?!toaster|menu|dialog|save-once-dialog|load-more|confirmation|tooltip|moment\.tsx|switch|radio-cards|invitation-use|copied|copy-button|mono-line|code-block|list-table|account-nav|destination|application-logo|tabs|strength|new-password|username-field|segmented|email-frame|select-field)|src\/(form|page|countdown|webauthn)|sign-in\/(use-login|second-step-fields|login-notices|key-ways)|frame\/(use-log-out|menu-entries)|second-factors\/codes-left/,
};

/** For screens on which an account is made or gets a password. */
const passwords = { name: "passwords", test: /src\/parts\/(strength|new-password|username-field)/ };

/** The icons of admins alone, which `parts` would take with the others. */
const adminIcons = {
  name: "admin-icons",
  test: /lucide-react\/.*\/(chart-area|chart-line|chevrons-up-down|circle-dashed|database-backup|door-open|handshake|table-2|upload|users)\.mjs/,
  priority: 1,
  includeDependenciesRecursively: false,
};

/** What dialogs, menus, tooltips and toasts are built from, and parts of signed-in screens alone. Each of these screens shows some of them. */
const layers = {
  name: "layers",
  test: /node_modules\/(@radix-ui|@floating-ui|react-remove-scroll|react-style-singleton|use-callback-ref|use-sidecar|aria-hidden|tslib)|src\/parts\/(menu|dialog|confirmation|tooltip|moment\.tsx|switch|list-table|account-nav|segmented|email-frame)/,
  // With their dependencies, parts of the first file would move here, and the first screen would wait for both.
  includeDependenciesRecursively: false,
};

/** Small parts of the documentation that other screens have too: one file, because each costs a phone a round trip or a part of one. */
const reading = {
  name: "reading",
  test: /src\/clipboard|src\/parts\/(code-block|copy-button|copied|tabs|select-field)|src\/screens\/(docs\/(prose|reference\/operations)|developer\/(enable-developer|use-enable-developer|offer))/,
  includeDependenciesRecursively: false,
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

/** The source of the screen at each path that every visitor sees, signed in or not. */
const screens: Readonly<Record<string, string>> = {
  "/": "sign-in/login",
  "/login": "sign-in/login",
  "/forgot-password": "sign-in/forgot-password",
  "/reset-password": "sign-in/reset-password",
  "/register": "account/register",
  "/verify-email": "account/verify-email",
  "/not-me": "account/not-me",
  "/keep-account": "erasure/keep-account",
  "/account-shut": "erasure/account-shut",
  "/confirm-email": "account/email-link",
  "/undo-email": "account/email-link",
  "/resend-verification": "account/resend-verification",
  "/unlock": "sign-in/unlock",
  "/admin-link": "sign-in/admin-link",
  "/rescue": "sign-in/rescue",
  "/secured": "activity/secured",
  "/oauth/authorize": "oauth/consent",
  "/oauth/test": "oauth/oauth-test",
  "/docs": "docs/docs",
  "/docs/api": "docs/reference/api-page",
  "/about": "about/about",
  "/dev/inbox": "mail/dev-inbox",
};

/** The paths of screens for signed-in users; `*` stands for any end. */
const signedInPaths = Object.keys(signedInScreens).flatMap((path) =>
  path.endsWith("/*?") ? [path.slice(0, -3), path.slice(0, -1)] : [path],
);

/**
 * Writes `screens.json`: every path that has a screen, with the files of the public ones that the page does not load anyway. The server
 * announces these files, and answers 404 at any other path.
 */
function listScreenFiles(): Plugin {
  return {
    name: "list-screen-files",
    apply: "build",
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
      const withImports = (chunk: Rolldown.OutputChunk | undefined): string[] =>
        chunk ? [chunk.fileName, ...chunk.imports.flatMap((name) => withImports(chunks.find(isNamed(name))))] : [];
      const ofPage = new Set(withImports(chunks.find((chunk) => chunk.isEntry)));
      const filesOf = ([path, source]: [string, string]) => {
        const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/src/screens/${source}.tsx`));
        if (!chunk) this.error(`The screen at ${path} has no file of its own`);
        return [path, [...new Set(withImports(chunk))].filter((name) => !ofPage.has(name)).map((name) => `/${name}`)];
      };
      const files = Object.fromEntries([
        ...Object.entries(screens).map(filesOf),
        ...signedInPaths.map((path) => [path, []]),
      ]);
      this.emitFile({ type: "asset", fileName: "screens.json", source: JSON.stringify(files) });
    },
  };
}

/** Pages without the app have their font at an address that no build changes. */
function fontOfPages(): Plugin {
  const file = fileURLToPath(import.meta.resolve("@fontsource-variable/inter/files/inter-latin-wght-normal.woff2"));
  return {
    name: "font-of-pages",
    apply: "build",
    generateBundle() {
      this.emitFile({ type: "asset", fileName: "fonts/inter.woff2", source: readFileSync(file) });
    },
  };
}

const isNamed = (name: string) => (chunk: Rolldown.OutputChunk) => chunk.fileName === name;

export default defineConfig({
  plugins: [
    asProduction(),
    fetchBeforeImport(),
    listScreenFiles(),
    fontOfPages(),
    readableByAll(),
    react(),
    tailwindcss(),
  ],
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
    rolldownOptions: {
      output: { codeSplitting: { groups: [schemas, adminIcons, parts, passwords, layers, reading] } },
    },
  },
});
