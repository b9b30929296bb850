import { type Client, type Guide, literal, originOf, scope } from "./guide.ts";

const secretOnce = "The client secret is in the Developer Portal. Keep it out of files that others read.";

export const springGuide = ({ issuer, clientId }: Client): Guide => ({
  install: "# in build.gradle: implementation 'org.springframework.boot:spring-boot-starter-oauth2-client'",
  files: [
    {
      name: "src/main/resources/application.yml",
      code: `spring:
  security:
    oauth2:
      client:
        registration:
          attestory:
            client-id: ${literal(clientId)}
            client-secret: \${CLIENT_SECRET}
            scope: ${scope.split(" ").join(", ")}
        provider:
          attestory:
            issuer-uri: ${literal(issuer)}
`,
    },
  ],
  run: "export CLIENT_SECRET='…'   # from the Developer Portal\n./gradlew bootRun",
  notes: ["Spring asks the userinfo endpoint by itself. The user is an OidcUser, with getFullName() and getEmail()."],
});

export const oauth2ProxyGuide = ({ issuer, clientId, redirectUri }: Client): Guide => ({
  install: null,
  files: [
    {
      name: "oauth2-proxy.cfg",
      code: `provider = "oidc"
provider_display_name = "Attestory"
oidc_issuer_url = ${literal(issuer)}
client_id = ${literal(clientId)}
redirect_url = ${literal(redirectUri)}
scope = "${scope}"
code_challenge_method = "S256"
email_domains = ["*"]
http_address = "127.0.0.1:4180"
upstreams = ["http://127.0.0.1:8080/"]
`,
    },
  ],
  run: `export OAUTH2_PROXY_CLIENT_SECRET='…'   # from the Developer Portal
export OAUTH2_PROXY_COOKIE_SECRET=$(openssl rand -hex 16)
oauth2-proxy --config oauth2-proxy.cfg`,
  notes: ['email_domains = ["*"] lets everyone in who has an account here and a verified address.'],
});

export const grafanaGuide = ({ issuer, clientId }: Client): Guide => ({
  install: null,
  files: [
    {
      name: "grafana.ini",
      code: `[auth.generic_oauth]
enabled = true
name = Attestory
client_id = ${clientId}
client_secret = $__env{CLIENT_SECRET}
scopes = ${scope}
auth_url = ${issuer}/oauth/authorize
token_url = ${issuer}/api/oauth/token
api_url = ${issuer}/api/oauth/userinfo
login_attribute_path = preferred_username
name_attribute_path = name
email_attribute_path = email
use_pkce = true
allow_sign_up = true
`,
    },
  ],
  run: null,
  notes: [secretOnce, "root_url in the section [server] must be the address of the redirect URI."],
});

export const giteaGuide = ({ issuer, clientId }: Client): Guide => ({
  install: null,
  files: [
    {
      name: "on the machine of Gitea",
      code: `gitea admin auth add-oauth \\
  --name attestory \\
  --provider openidConnect \\
  --key ${clientId} \\
  --secret "$CLIENT_SECRET" \\
  --auto-discover-url ${issuer}/.well-known/openid-configuration \\
  --scopes openid --scopes profile --scopes email
`,
    },
  ],
  run: null,
  notes: [secretOnce, "The name attestory is part of the redirect URI."],
});

export const nextcloudGuide = ({ issuer, clientId }: Client): Guide => ({
  install: "occ app:install user_oidc",
  files: [
    {
      name: "on the machine of Nextcloud",
      code: `occ user_oidc:provider attestory \\
  --clientid=${clientId} \\
  --clientsecret="$CLIENT_SECRET" \\
  --discoveryuri=${issuer}/.well-known/openid-configuration \\
  --scope="${scope}" \\
  --mapping-uid=sub \\
  --mapping-display-name=name \\
  --mapping-email=email
`,
    },
  ],
  run: null,
  notes: [secretOnce, "Nextcloud reads names from the ID token: turn on “Name and email in ID tokens”."],
});

export const immichGuide = ({ issuer, clientId, redirectUri }: Client): Guide => ({
  install: null,
  files: [
    {
      name: "Administration > Settings > OAuth",
      code: `Issuer URL                    ${issuer}
Client ID                     ${clientId}
Client Secret                 (from the Developer Portal)
Scope                         ${scope}
Signing Algorithm             RS256
Storage Label Claim           preferred_username
Mobile Redirect URI Override  on
Mobile Redirect URI           ${originOf(redirectUri)}/api/oauth/mobile-redirect
`,
    },
  ],
  run: null,
  notes: [
    `Register three redirect URIs: /auth/login, /user-settings and /api/oauth/mobile-redirect, each at ${originOf(redirectUri)}.`,
  ],
});
