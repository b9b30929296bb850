import { requireSettings } from "@attestory/http/server/run-service.ts";
import { readConfiguration } from "./service-config.ts";

// A program of its own: docker-compose.yml runs it before everything else.
requireSettings(readConfiguration(process.env));
