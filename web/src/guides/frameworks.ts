import type { Application } from "@attestory/http/routing/application-schema.ts";

/** What an application is built with, as far as its registration depends on it. */
export interface Framework {
  id: string;
  name: string;
  kind: Application["type"];
  /** Takes name and email from the ID token, and does not ask the userinfo endpoint by itself. */
  readsIdToken: boolean;
  /** Sends a PKCE challenge without being told to. */
  sendsPkce: boolean;
  /** Its program answers at the path of any redirect URI; otherwise the path is given. */
  choosesPath: boolean;
  /** Where the library expects the browser to come back. */
  redirectUri: string;
}

const web = { kind: "confidential", readsIdToken: false, sendsPkce: true, choosesPath: false } as const;
const local = "http://localhost";

const withServer: readonly Framework[] = [
  {
    ...web,
    id: "nextjs",
    name: "Next.js with Auth.js",
    readsIdToken: true,
    redirectUri: `${local}:3001/api/auth/callback/attestory`,
  },
  {
    ...web,
    id: "express",
    choosesPath: true,
    name: "Express",
    readsIdToken: true,
    redirectUri: `${local}:3001/callback`,
  },
  { ...web, id: "flask", choosesPath: true, name: "Flask", readsIdToken: true, redirectUri: `${local}:5000/callback` },
  {
    ...web,
    id: "fastapi",
    choosesPath: true,
    name: "FastAPI",
    readsIdToken: true,
    redirectUri: `${local}:8000/callback`,
  },
  { ...web, id: "go", choosesPath: true, name: "Go", readsIdToken: true, redirectUri: `${local}:8080/callback` },
  {
    ...web,
    id: "spring",
    name: "Spring Boot",
    sendsPkce: false,
    redirectUri: `${local}:8080/login/oauth2/code/attestory`,
  },
  {
    ...web,
    id: "server",
    choosesPath: true,
    name: "Another server",
    readsIdToken: true,
    redirectUri: "https://app.example.com/callback",
  },
];

const withoutServer: readonly Framework[] = [
  {
    id: "spa",
    name: "Single-page application",
    kind: "public",
    readsIdToken: true,
    sendsPkce: true,
    choosesPath: true,
    redirectUri: `${local}:5173/`,
  },
  {
    id: "native",
    name: "Desktop or mobile app",
    kind: "public",
    readsIdToken: true,
    sendsPkce: true,
    choosesPath: true,
    redirectUri: "http://127.0.0.1/",
  },
];

const ready: readonly Framework[] = [
  { ...web, id: "oauth2-proxy", name: "oauth2-proxy", redirectUri: "https://app.example.com/oauth2/callback" },
  { ...web, id: "grafana", name: "Grafana", redirectUri: "https://grafana.example.com/login/generic_oauth" },
  {
    ...web,
    id: "gitea",
    name: "Gitea",
    sendsPkce: false,
    redirectUri: "https://git.example.com/user/oauth2/attestory/callback",
  },
  {
    ...web,
    id: "nextcloud",
    name: "Nextcloud",
    readsIdToken: true,
    redirectUri: "https://cloud.example.com/apps/user_oidc/code",
  },
  { ...web, id: "immich", name: "Immich", redirectUri: "https://photos.example.com/auth/login" },
];

export const frameworkGroups = [
  { name: "Website with a server", frameworks: withServer },
  { name: "In a browser or on a device", frameworks: withoutServer },
  { name: "Ready-made software", frameworks: ready },
] as const;

const all = frameworkGroups.flatMap(({ frameworks }) => frameworks);

export const isFramework = (id: string): boolean => all.some((framework) => framework.id === id);

export const firstFramework: Framework = all[0] as Framework;

export const frameworkOf = (id: string): Framework => {
  const found = all.find((framework) => framework.id === id);
  if (!found) throw new Error(`no framework ${id}`);
  return found;
};
