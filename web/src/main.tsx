import "./page-nonce.ts";
import "./styles.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { SWRConfig } from "swr";
import { App } from "./app.tsx";
import { SessionProvider } from "./session.tsx";

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root");

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
        <App />
      </SessionProvider>
    </SWRConfig>
  </StrictMode>,
);
