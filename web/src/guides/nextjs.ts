import { type Client, type Guide, literal, originOf, portOf, scope, tellsNoName } from "./guide.ts";

export function nextGuide({ issuer, clientId, redirectUri, profileInIdToken }: Client): Guide {
  const fromUserinfo = profileInIdToken ? "" : "\n      idToken: false,";
  const origin = originOf(redirectUri);
  const auth = `import NextAuth from "next-auth";
import { getToken } from "next-auth/jwt";

export const { handlers, auth, signIn, signOut } = NextAuth({
  providers: [
    {
      id: "attestory",
      name: "Attestory",
      type: "oidc",
      issuer: ${literal(issuer)},
      clientId: ${literal(clientId)},
      clientSecret: process.env.CLIENT_SECRET,
      authorization: { params: { scope: "${scope}" } },
      checks: ["pkce", "state"],${fromUserinfo}
    },
  ],
  callbacks: {
    jwt: ({ token, account }) => (account ? { ...token, idToken: account.id_token } : token),
  },
});

/** Where the session at Attestory ends. The browser comes back from there. */
export async function signOutAddress(headers: Headers) {
  const secure = ${origin.startsWith("https:")};
  const token = await getToken({ req: { headers }, secret: process.env.AUTH_SECRET, secureCookie: secure });
  const sent = new URLSearchParams({
    client_id: ${literal(clientId)},
    post_logout_redirect_uri: ${literal(origin)},
  });
  // Without it, Attestory asks first.
  if (token?.idToken) sent.set("id_token_hint", String(token.idToken));
  return \`${issuer}/api/oauth/end_session?\${sent}\`;
}
`;
  const route = `import { handlers } from "@/auth";

export const { GET, POST } = handlers;
`;
  // Next.js builds what stands outside of Suspense beforehand, and refuses there what differs for each request.
  const page = `import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { connection } from "next/server";
import { Suspense } from "react";
import { auth, signIn, signOut, signOutAddress } from "@/auth";

export default function Page() {
  return (
    <Suspense>
      <Greeting />
    </Suspense>
  );
}

async function Greeting() {
  await connection();
  const session = await auth();
  if (!session) {
    return (
      <form action={async () => { "use server"; await signIn("attestory"); }}>
        <button>Sign in</button>
      </form>
    );
  }
  return (
    <form action={leave}>
      <p>Hello {session.user?.name ?? session.user?.email}</p>
      <button>Sign out</button>
    </form>
  );
}

async function leave() {
  "use server";
  const address = await signOutAddress(await headers());
  await signOut({ redirect: false });
  redirect(address);
}
`;
  const port = portOf(redirectUri, 3001);
  return {
    install: `npx create-next-app@latest my-app --yes && cd my-app   # unless you have an application
npm install next-auth@beta`,
    files: [
      { name: "auth.ts", code: auth },
      { name: "app/api/auth/[...nextauth]/route.ts", code: route },
      { name: "app/page.tsx", code: page },
    ],
    run: `export CLIENT_SECRET='…'   # from the Developer Portal
export AUTH_SECRET=$(openssl rand -hex 32)
export AUTH_URL=${origin}
npx next dev --port ${port}`,
    notes: [
      "For an application with the app folder, as create-next-app makes it, on Next.js 15 or newer. auth.ts stands beside that folder.",
      `“Sign out” signs out here and there. Enter ${origin} under “After sign-out” in the settings of the application.`,
      ...(profileInIdToken ? [] : [tellsNoName]),
    ],
  };
}
