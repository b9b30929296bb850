import { createServer } from "node:http";
import featuresService from "@eventstore/db-client/generated/serverfeatures_grpc_pb.js";
import type { SupportedMethods } from "@eventstore/db-client/generated/serverfeatures_pb.js";
import features from "@eventstore/db-client/generated/serverfeatures_pb.js";
import streamsService from "@eventstore/db-client/generated/streams_grpc_pb.js";
import type { AppendResp, DeleteResp } from "@eventstore/db-client/generated/streams_pb.js";
import { type Metadata, Server, type sendUnaryData } from "@grpc/grpc-js";
import { Access, type Act } from "./access.ts";
import { type AppendCall, answerAppend } from "./append-call.ts";
import { answerDelete, type DeleteCall, deletedStream } from "./delete-call.ts";
import { accessDenied, notAuthenticated, notThere } from "./failures.ts";
import type { ReadCall } from "./flowing.ts";
import { answerHttp } from "./http-api.ts";
import { listen } from "./listen.ts";
import { answerRead, readOf } from "./read-call.ts";
import type { Store } from "./store.ts";
import { repeatEvents } from "./unruly.ts";

interface Serving {
  /** 0: any free port. */
  port: number;
  /** Files of a key and its certificate; without them the server uses no TLS. */
  key?: string | undefined;
  certificate?: string | undefined;
  /** `name:password` of an admin, who makes all other users. With TLS, the HTTP API answers at the same port. */
  user?: string | undefined;
  /** Subscriptions deliver events more than once, and late. */
  unruly?: boolean | undefined;
}

/** The server supports only Append, so a client does not use BatchAppend. */
function supportedMethods() {
  const append = new features.SupportedMethod();
  append.setServiceName("event_store.client.streams.Streams").setMethodName("append");
  return new features.SupportedMethods().setEventStoreServerVersion("23.10.0").setMethodsList([append]);
}

/** What a call may do, as its user. Everything where there are no users. */
function permission(access: Access | null, metadata: Metadata) {
  if (access === null) return () => null;
  const user = access.userOf(metadata.get("authorization")[0]);
  return (act: Act, stream: string) => {
    if (user === null) return notAuthenticated;
    return access.may(user, act, stream) ? null : accessDenied;
  };
}

/** Listens on 127.0.0.1. @throws if the port is not available */
export async function serve(store: Store, serving: Serving) {
  const server = new Server({ "grpc.max_receive_message_length": 17 << 20 });
  const access = serving.user ? new Access(store, serving.user) : null;
  server.addService(streamsService.StreamsService, {
    append: (call: AppendCall, answer: sendUnaryData<AppendResp>) => {
      const refusalOf = permission(access, call.metadata);
      answerAppend({ store, refusalOf: (stream) => refusalOf("write", stream) }, call, answer);
    },
    delete: (call: DeleteCall, answer: sendUnaryData<DeleteResp>) => {
      const refusal = permission(access, call.metadata)("delete", deletedStream(call));
      return refusal ? answer(refusal) : answerDelete(store, call, answer);
    },
    tombstone: (call: DeleteCall, answer: sendUnaryData<DeleteResp>) =>
      answer(permission(access, call.metadata)("delete", deletedStream(call)) ?? notThere),
    read: (call: ReadCall) => {
      const refusal = permission(access, call.metadata)("read", readOf(call));
      if (refusal) return call.emit("error", refusal);
      if (serving.unruly && call.request.getOptions()?.hasSubscription()) repeatEvents(call);
      return answerRead(store, call);
    },
  });
  server.addService(featuresService.ServerFeaturesService, {
    getSupportedMethods: (_call: unknown, answer: sendUnaryData<SupportedMethods>) => answer(null, supportedMethods()),
  });
  return listen(server, serving, access && createServer(answerHttp(access)));
}
