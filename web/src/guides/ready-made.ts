import { type Client, type Guide, isUnusual, literal, originOf, scope } from "./guide.ts";

const exportSecret = "export CLIENT_SECRET='…'   # from the Developer Portal";
const noPkce = (name: string) =>
  `${name} sends no PKCE challenge. Leave “Require PKCE” off in the settings of the application.`;

export function springGuide(client: Client): Guide {
  const { issuer, clientId, idTokenAlgorithm } = client;
  const build = `plugins {
    id 'java'
    id 'org.springframework.boot' version '3.5.7'
    id 'io.spring.dependency-management' version '1.1.7'
}

repositories { mavenCentral() }

dependencies {
    implementation 'org.springframework.boot:spring-boot-starter-web'
    implementation 'org.springframework.boot:spring-boot-starter-oauth2-client'
}
`;
  const settings = `spring:
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
`;
  const program = `import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@SpringBootApplication
@RestController
public class App {
    @GetMapping("/")
    Map<String, Object> home(@AuthenticationPrincipal OidcUser user) {
        return Map.of("id", user.getSubject(), "name", user.getPreferredUsername(), "email", user.getEmail());
    }

    public static void main(String[] args) {
        SpringApplication.run(App.class, args);
    }
}
`;
  const isUnknown = isUnusual(client);
  return {
    install: null,
    files: [
      { name: "build.gradle", code: build },
      { name: "src/main/resources/application.yml", code: settings },
      { name: "src/main/java/App.java", code: program },
    ],
    run: `${exportSecret}\ngradle bootRun`,
    notes: [
      "Spring asks the userinfo endpoint by itself.",
      "Before version 7, Spring Security sends no PKCE challenge for an application with a secret. Leave “Require PKCE” off then.",
      ...(isUnknown ? [`Spring expects RS256: this application's ID tokens are signed with ${idTokenAlgorithm}.`] : []),
    ],
  };
}

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
  run: `${exportSecret}\n# then start Grafana with this environment`,
  notes: ["root_url in the section [server] must be the address of the redirect URI."],
});

export const giteaGuide = ({ issuer, clientId }: Client): Guide => ({
  install: null,
  files: [
    {
      name: "on the machine of Gitea",
      code: `${exportSecret}
gitea admin auth add-oauth \\
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
  notes: ["The name attestory is part of the redirect URI.", noPkce("Gitea")],
});

export const nextcloudGuide = ({ issuer, clientId, profileInIdToken }: Client): Guide => ({
  install: "occ app:install user_oidc",
  files: [
    {
      name: "on the machine of Nextcloud",
      code: `${exportSecret}
occ user_oidc:provider attestory \\
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
  notes: profileInIdToken
    ? []
    : [
        "Nextcloud reads names from the ID token: turn on “Name and email in ID tokens” in the settings of the application.",
      ],
});

export const immichGuide = ({ issuer, clientId, redirectUri, idTokenAlgorithm }: Client): Guide => ({
  install: null,
  files: [
    {
      name: "Administration > Settings > OAuth",
      code: `Issuer URL                    ${issuer}
Client ID                     ${clientId}
Client Secret                 (from the Developer Portal)
Scope                         ${scope}
Signing Algorithm             ${idTokenAlgorithm}
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
