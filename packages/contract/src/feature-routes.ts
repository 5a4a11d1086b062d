import {
  completionRequestSchema,
  completionSchema,
  identifierSchema,
  promptResultSchema,
  promptSchema,
  readResourceResultSchema,
  resourceSchema,
  resourceTemplateSchema,
  serverListsSchema,
  skillContentsSchema,
  skillSchema,
} from '@gatehouse/domain'
import { z } from 'zod'
import { route } from './route.ts'

const id = z.object({ id: identifierSchema })
const uri = z.string().min(1).max(8192)
/** Id that the window chose; it cancels a request and names its progress (`server.request-progress`). */
const requestId = identifierSchema

/** The features of a server besides tools; all fail with `server/not-running` or `request/…`. */
export const featureRoutes = {
  /** The lists as they were last read; sends nothing to the server. */
  'server.cached-lists': route({ input: id, output: serverListsSchema }),
  'server.prompts': route({ input: id, output: z.array(promptSchema) }),
  'server.get-prompt': route({
    input: z.object({
      id: identifierSchema,
      requestId: requestId.optional(),
      name: z.string().min(1).max(4096),
      arguments: z.record(z.string().max(1024), z.string().max(1_000_000)),
    }),
    output: promptResultSchema,
  }),
  'server.resources': route({ input: id, output: z.array(resourceSchema) }),
  'server.resource-templates': route({ input: id, output: z.array(resourceTemplateSchema) }),
  'server.read-resource': route({
    input: z.object({ id: identifierSchema, requestId: requestId.optional(), uri }),
    output: readResourceResultSchema,
  }),
  'server.skills': route({ input: id, output: z.array(skillSchema) }),
  /** Reads one file of a skill, SKILL.md if none is named; fails with `skill/unverified` too. */
  'server.read-skill': route({
    input: z.object({
      id: identifierSchema,
      requestId: requestId.optional(),
      uri,
      file: uri.optional(),
    }),
    output: skillContentsSchema,
  }),
  /** Cancels the request with this id; the server is notified. */
  'server.cancel-request': route({ input: z.object({ requestId }), output: z.void() }),
  /** Resources whose changes the server reports at present. */
  'server.watches': route({ input: id, output: z.array(z.string()) }),
  'server.watch-resource': route({
    input: z.object({ id: identifierSchema, uri, watch: z.boolean() }),
    output: z.void(),
  }),
  /** Requests a completion, and aborts an earlier one of the same server (`request/cancelled`). */
  'server.complete': route({
    input: z.object({ id: identifierSchema, request: completionRequestSchema }),
    output: completionSchema,
  }),
  /** Aborts the pending completion of a server. */
  'server.cancel-completion': route({
    input: z.object({ id: identifierSchema }),
    output: z.void(),
  }),
}
