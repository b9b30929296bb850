import { type Client, type Guide, literal, originOf, pathOf, portOf, scope, tellsNoName } from "./guide.ts";

export function goGuide({ issuer, clientId, redirectUri, profileInIdToken }: Client): Guide {
  const scopes = scope.split(" ").map(literal).join(", ");
  const claims = profileInIdToken
    ? `idToken, err := verifier.Verify(r.Context(), raw)
		if err != nil {
			http.Error(w, "the ID token is not valid", http.StatusBadRequest)
			return
		}
		err = idToken.Claims(&user)`
    : `if _, err := verifier.Verify(r.Context(), raw); err != nil {
			http.Error(w, "the ID token is not valid", http.StatusBadRequest)
			return
		}
		info, err := provider.UserInfo(r.Context(), oauth2.StaticTokenSource(token))
		if err == nil {
			err = info.Claims(&user)
		}`;
  const code = `package main

import (
	"context"
	"encoding/json"
	"log"
	"net/http"
	"os"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

func main() {
	provider, err := oidc.NewProvider(context.Background(), ${literal(issuer)})
	if err != nil {
		log.Fatal(err)
	}
	verifier := provider.Verifier(&oidc.Config{ClientID: ${literal(clientId)}})
	conf := &oauth2.Config{
		ClientID:     ${literal(clientId)},
		ClientSecret: os.Getenv("CLIENT_SECRET"),
		RedirectURL:  ${literal(redirectUri)},
		Endpoint:     provider.Endpoint(),
		Scopes:       []string{${scopes}},
	}

	keep := func(w http.ResponseWriter, name, value string) {
		http.SetCookie(w, &http.Cookie{Name: name, Value: value, Path: "/", MaxAge: 600, HttpOnly: true, SameSite: http.SameSiteLaxMode})
	}
	http.HandleFunc("/login", func(w http.ResponseWriter, r *http.Request) {
		state, pkce := oauth2.GenerateVerifier(), oauth2.GenerateVerifier()
		keep(w, "state", state)
		keep(w, "pkce", pkce)
		http.Redirect(w, r, conf.AuthCodeURL(state, oauth2.S256ChallengeOption(pkce)), http.StatusFound)
	})
	http.HandleFunc(${literal(pathOf(redirectUri))}, func(w http.ResponseWriter, r *http.Request) {
		state, err := r.Cookie("state")
		if err != nil || r.URL.Query().Get("state") != state.Value {
			http.Error(w, "this answer belongs to another request", http.StatusBadRequest)
			return
		}
		pkce, err := r.Cookie("pkce")
		if err != nil {
			http.Error(w, "the request is too old", http.StatusBadRequest)
			return
		}
		token, err := conf.Exchange(r.Context(), r.URL.Query().Get("code"), oauth2.VerifierOption(pkce.Value))
		if err != nil {
			http.Error(w, "the code was not accepted", http.StatusBadRequest)
			return
		}
		raw, _ := token.Extra("id_token").(string)
		var user map[string]any
		${claims}
		if err != nil {
			http.Error(w, "the user could not be read", http.StatusBadGateway)
			return
		}
		// Keep the user in a session of yours; this example only shows who signed in.
		w.Header().Set("Content-Type", "application/json")
		json.NewEncoder(w).Encode(user)
	})
	log.Fatal(http.ListenAndServe(":${portOf(redirectUri, 8080)}", nil))
}
`;
  return {
    install: "go mod init example\ngo get github.com/coreos/go-oidc/v3/oidc golang.org/x/oauth2",
    files: [{ name: "main.go", code }],
    run: `export CLIENT_SECRET='…'   # from the Developer Portal\ngo run .   # then open ${originOf(redirectUri)}/login`,
    notes: profileInIdToken ? [] : [tellsNoName],
  };
}
