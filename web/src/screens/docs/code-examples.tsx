import { CodeBlock } from "../../parts/code-block.tsx";
import { C, P, Part } from "./prose.tsx";

const javascript = () => `const service = "${location.origin}";

async function call(method, path, body, token) {
  const response = await fetch(service + path, {
    method,
    headers: {
      ...(body && { "content-type": "application/json" }),
      ...(token && { authorization: \`Bearer \${token}\` }),
    },
    body: body && JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(\`\${answer.code}: \${answer.message}\`);
  return answer;
}

const { token, user } = await call("POST", "/api/auth/login", {
  email: "juniper@example.com",
  password: "copper-lantern-91",
});
console.log(user.username);

for (const session of await call("GET", "/api/user/sessions", undefined, token)) {
  console.log(session.device, session.lastAccess, session.isCurrent ? "(this one)" : "");
}`;

const python = () => `import json, urllib.request

SERVICE = "${location.origin}"

def call(method, path, body=None, token=None):
    request = urllib.request.Request(SERVICE + path, method=method)
    if token:
        request.add_header("authorization", f"Bearer {token}")
    data = None
    if body is not None:
        request.add_header("content-type", "application/json")
        data = json.dumps(body).encode()
    with urllib.request.urlopen(request, data) as answer:
        return json.load(answer)

login = call("POST", "/api/auth/login",
             {"email": "juniper@example.com", "password": "copper-lantern-91"})
print(call("GET", "/api/auth/me", token=login["token"])["user"]["username"])`;

const shell = () => `SERVICE=${location.origin}
TOKEN=…   # from POST /api/auth/login

# change the password; every other session ends
curl -X PUT $SERVICE/api/user/password \\
  -H "authorization: Bearer $TOKEN" -H 'content-type: application/json' \\
  -d '{"currentPassword":"copper-lantern-91","newPassword":"brass-kettle-204","confirmPassword":"brass-kettle-204"}'

# sign out everywhere else, then here
curl -X DELETE $SERVICE/api/user/sessions -H "authorization: Bearer $TOKEN"
curl -X POST $SERVICE/api/auth/logout -H "authorization: Bearer $TOKEN"`;

/** The same calls in three languages, ready to copy. */
export function CodeExamples() {
  return (
    <>
      <Part title="JavaScript">
        <P>Runs in Node.js without changes. It signs in and lists the sessions of the account.</P>
        <CodeBlock what="the JavaScript example" code={javascript()} />
      </Part>
      <Part title="Python">
        <P>
          Nothing to install. A refusal raises <C>HTTPError</C>, whose body is the problem.
        </P>
        <CodeBlock what="the Python example" code={python()} />
      </Part>
      <Part title="Shell">
        <P>Change the password, then sign out everywhere.</P>
        <CodeBlock what="the shell example" code={shell()} />
      </Part>
    </>
  );
}
