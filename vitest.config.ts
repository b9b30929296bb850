import { defineConfig } from "vitest/config";

const tests = "**/*.test.{ts,tsx}";
const never = ["**/node_modules/**", "**/dist/**"];

export default defineConfig({
  test: {
    projects: [
      { test: { name: "unit", include: [tests], exclude: [...never, "e2e/**"] } },
      {
        test: {
          name: "e2e",
          include: [`e2e/${tests}`],
          exclude: never,
          globalSetup: "e2e/prepare-stories.ts",
          // A story starts processes and a browser; two at once would only slow each other down.
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { interval: 20, timeout: 15_000 } },
        },
      },
    ],
  },
});
