import { type Client, type Guide, literal, originOf, portOf, scope, tellsNoName } from "./guide.ts";

export function nextGuide({ issuer, clientId, redirectUri, profileInIdToken }: Client): Guide {
  const fromUserinfo = profileInIdToken ? "" : "\n      idToken: false,";
  const auth = `import NextAuth from "next-auth";

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
});
`;
  const route = `import { handlers } from "@/auth";

export const { GET, POST } = handlers;
`;
  // Next.js builds what stands outside of Suspense beforehand, and refuses there what differs for each request.
  const page = `import { connection } from "next/server";
import { Suspense } from "react";
import { auth, signIn, signOut } from "@/auth";

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
    <form action={async () => { "use server"; await signOut(); }}>
      <p>Hello {session.user?.name ?? session.user?.email}</p>
      <button>Sign out</button>
    </form>
  );
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
export AUTH_URL=${originOf(redirectUri)}
npx next dev --port ${port}`,
    notes: [
      "For an application with the app folder, as create-next-app makes it, on Next.js 15 or newer. auth.ts stands beside that folder.",
      ...(profileInIdToken ? [] : [tellsNoName]),
    ],
  };
}
