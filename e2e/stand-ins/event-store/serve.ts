import { readFileSync } from "node:fs";
import featuresService from "@eventstore/db-client/generated/serverfeatures_grpc_pb.js";
import type { SupportedMethods } from "@eventstore/db-client/generated/serverfeatures_pb.js";
import features from "@eventstore/db-client/generated/serverfeatures_pb.js";
import streamsService from "@eventstore/db-client/generated/streams_grpc_pb.js";
import type { AppendResp, DeleteResp } from "@eventstore/db-client/generated/streams_pb.js";
import { type Metadata, Server, ServerCredentials, type sendUnaryData } from "@grpc/grpc-js";
import { type AppendCall, answerAppend } from "./append-call.ts";
import { answerDelete, type DeleteCall } from "./delete-call.ts";
import { accessDenied } from "./failures.ts";
import type { ReadCall } from "./flowing.ts";
import { answerRead } from "./read-call.ts";
import type { Store } from "./store.ts";
import { repeatEvents } from "./unruly.ts";

interface Serving {
  /** 0: any free port. */
  port: number;
  /** Files of a key and its certificate; without them the server uses no TLS. */
  key?: string | undefined;
  certificate?: string | undefined;
  /** `name:password` of the only user who may call. */
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

const credentialsOf = ({ key, certificate }: Serving) =>
  key && certificate
    ? ServerCredentials.createSsl(null, [{ private_key: readFileSync(key), cert_chain: readFileSync(certificate) }])
    : ServerCredentials.createInsecure();

/** Listens on 127.0.0.1. @throws if the port is not available */
export async function serve(store: Store, serving: Serving) {
  const server = new Server({ "grpc.max_receive_message_length": 17 << 20 });
  const basic = serving.user && `Basic ${Buffer.from(serving.user).toString("base64")}`;
  const mayCall = (metadata: Metadata) => !basic || metadata.get("authorization").includes(basic);
  server.addService(streamsService.StreamsService, {
    append: (call: AppendCall, answer: sendUnaryData<AppendResp>) =>
      mayCall(call.metadata) ? answerAppend(store, call, answer) : answer(accessDenied),
    delete: (call: DeleteCall, answer: sendUnaryData<DeleteResp>) =>
      mayCall(call.metadata) ? answerDelete(store, call, answer) : answer(accessDenied),
    read: (call: ReadCall) => {
      if (!mayCall(call.metadata)) return call.emit("error", accessDenied);
      if (serving.unruly && call.request.getOptions()?.hasSubscription()) repeatEvents(call);
      return answerRead(store, call);
    },
  });
  server.addService(featuresService.ServerFeaturesService, {
    getSupportedMethods: (_call: unknown, answer: sendUnaryData<SupportedMethods>) => answer(null, supportedMethods()),
  });
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync(`127.0.0.1:${serving.port}`, credentialsOf(serving), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
  return { port, end: () => server.forceShutdown() };
}
