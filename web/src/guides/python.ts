import { type Client, type Guide, literal, originOf, pathOf, portOf, scope, secrets, tellsNoName } from "./guide.ts";

const notesOf = ({ profileInIdToken }: Client) => (profileInIdToken ? [] : [tellsNoName]);

const registration = ({ issuer, clientId }: Client) => `attestory = oauth.register(
    "attestory",
    client_id=${literal(clientId)},
    client_secret=os.environ["CLIENT_SECRET"],
    server_metadata_url=${literal(`${issuer}/.well-known/openid-configuration`)},
    client_kwargs={"scope": "${scope}", "code_challenge_method": "S256"},
)`;

export function flaskGuide(client: Client): Guide {
  const { redirectUri, profileInIdToken } = client;
  const user = profileInIdToken ? 'token["userinfo"]' : "attestory.userinfo(token=token)";
  const code = `import os
from authlib.integrations.flask_client import OAuth
from flask import Flask, redirect, session

app = Flask(__name__)
app.secret_key = os.environ["SESSION_SECRET"]
oauth = OAuth(app)
${registration(client)}

@app.get("/")
def home():
    return session.get("user") or '<a href="/login">Sign in</a>'

@app.get("/login")
def login():
    return attestory.authorize_redirect(${literal(redirectUri)})

@app.get(${literal(pathOf(redirectUri))})
def callback():
    token = attestory.authorize_access_token()
    user = ${user}
    session["user"] = {"id": user["sub"], "name": user.get("name") or user["preferred_username"], "email": user["email"]}
    return redirect("/")
`;
  return {
    install: "pip install flask authlib requests",
    files: [{ name: "app.py", code }],
    run: `${secrets}\nflask run --port ${portOf(redirectUri, 5000)}   # then open ${originOf(redirectUri)}`,
    notes: notesOf(client),
  };
}

export function fastapiGuide(client: Client): Guide {
  const { redirectUri, profileInIdToken } = client;
  const user = profileInIdToken ? 'token["userinfo"]' : "await attestory.userinfo(token=token)";
  const code = `import os
from authlib.integrations.starlette_client import OAuth
from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, RedirectResponse
from starlette.middleware.sessions import SessionMiddleware

app = FastAPI()
app.add_middleware(SessionMiddleware, secret_key=os.environ["SESSION_SECRET"])
oauth = OAuth()
${registration(client)}

@app.get("/")
def home(request: Request):
    return request.session.get("user") or HTMLResponse('<a href="/login">Sign in</a>')

@app.get("/login")
async def login(request: Request):
    return await attestory.authorize_redirect(request, ${literal(redirectUri)})

@app.get(${literal(pathOf(redirectUri))})
async def callback(request: Request):
    token = await attestory.authorize_access_token(request)
    user = ${user}
    request.session["user"] = {"id": user["sub"], "name": user.get("name") or user["preferred_username"], "email": user["email"]}
    return RedirectResponse("/")
`;
  return {
    install: "pip install fastapi uvicorn authlib httpx itsdangerous",
    files: [{ name: "app.py", code }],
    run: `${secrets}\nuvicorn app:app --port ${portOf(redirectUri, 8000)}   # then open ${originOf(redirectUri)}`,
    notes: notesOf(client),
  };
}
