import "./page-nonce.ts";
import "./translated-text.ts";
import "./styles.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { SWRConfig } from "swr";
import { App } from "./app.tsx";
import { TakeoverProvider } from "./parts/takeover.tsx";
import { publicScreens } from "./public-screens.ts";
import { SessionProvider } from "./session.tsx";
import { StepUpProvider } from "./step-up/step-up.tsx";

/** Longest wait for the code of the first screen; then a placeholder is shown. */
const patienceMs = 500;

/** Renders the app once the code of its first screen is loaded, so that the first paint is the screen and nothing moves afterwards. */
async function start(root: HTMLElement) {
  // If it cannot be loaded, rendering it shows the failure.
  const screen = publicScreens[location.pathname]?.load().catch(() => undefined);
  await Promise.race([screen, new Promise((resolve) => setTimeout(resolve, patienceMs))]);
  createRoot(root).render(
    <StrictMode>
      <SWRConfig
        value={{
          revalidateOnFocus: false,
          revalidateIfStale: false,
          revalidateOnReconnect: false,
          shouldRetryOnError: false,
          dedupingInterval: 0,
        }}
      >
        <SessionProvider>
          <TakeoverProvider>
            <StepUpProvider>
              <App />
            </StepUpProvider>
          </TakeoverProvider>
        </SessionProvider>
      </SWRConfig>
    </StrictMode>,
  );
}

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root");
void start(root);
