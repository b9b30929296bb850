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
  const page = `import { auth, signIn, signOut } from "@/auth";

export default async function Page() {
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
    install: "npm install next-auth@beta",
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
      "For an application with the app folder, as create-next-app makes it. auth.ts stands beside that folder.",
      ...(profileInIdToken ? [] : [tellsNoName]),
    ],
  };
}
