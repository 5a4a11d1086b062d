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
import { serverRequest } from './acts.ts'
import { byId, route } from './route.ts'

const uriSchema = z.string().min(1).max(8192)
/** Id that the window chose; it cancels a request and names its progress (`server.request-progress`). */
const requestId = identifierSchema

/** The features of a server besides tools; all fail with `server/not-running` or `request/…`. */
export const featureRoutes = {
  /** The lists as they were last read; sends nothing to the server. */
  'server.cached-lists': route({ input: byId, output: serverListsSchema, acts: 'free' }),
  'server.prompts': route({ input: byId, output: z.array(promptSchema), acts: 'free' }),
  'server.get-prompt': route({
    input: z.object({
      id: identifierSchema,
      requestId: requestId.optional(),
      name: z.string().min(1).max(4096),
      arguments: z.record(z.string().max(1024), z.string().max(1_000_000)),
    }),
    output: promptResultSchema,
    acts: { by: 'own-press', record: ({ id, name }) => serverRequest(id, name) },
  }),
  'server.resources': route({ input: byId, output: z.array(resourceSchema), acts: 'free' }),
  'server.resource-templates': route({
    input: byId,
    output: z.array(resourceTemplateSchema),
    acts: 'free',
  }),
  'server.read-resource': route({
    input: z.object({ id: identifierSchema, requestId: requestId.optional(), uri: uriSchema }),
    output: readResourceResultSchema,
    // Read again without a press when its server reports a change.
    acts: {
      by: 'own-press',
      record: ({ id, uri }) => ({ ...serverRequest(id, uri), repeats: JSON.stringify([id, uri]) }),
    },
  }),
  'server.skills': route({ input: byId, output: z.array(skillSchema), acts: 'free' }),
  /** Reads one file of a skill, SKILL.md if none is named; fails with `skill/unverified` too. */
  'server.read-skill': route({
    input: z.object({
      id: identifierSchema,
      requestId: requestId.optional(),
      uri: uriSchema,
      file: uriSchema.optional(),
    }),
    output: skillContentsSchema,
    acts: { by: 'own-press', record: ({ id, uri, file }) => serverRequest(id, file ?? uri) },
  }),
  /** Cancels the request with this id; the server is notified. */
  'server.cancel-request': route({
    input: z.object({ requestId }),
    output: z.void(),
    acts: 'free',
  }),
  /** Resources whose changes the server reports at present. */
  'server.watches': route({ input: byId, output: z.array(z.string()), acts: 'free' }),
  'server.watch-resource': route({
    input: z.object({ id: identifierSchema, uri: uriSchema, watch: z.boolean() }),
    output: z.void(),
    acts: { by: 'own-press', record: ({ id, uri }) => serverRequest(id, uri) },
  }),
  /** Requests a completion, and aborts an earlier one of the same server (`request/cancelled`). */
  'server.complete': route({
    input: z.object({ id: identifierSchema, request: completionRequestSchema }),
    output: completionSchema,
    acts: {
      by: 'typing',
      record({ id, request: { ref, argument } }) {
        const subject = `${ref.type === 'ref/prompt' ? ref.name : ref.uri}: ${argument.name}`
        return { ...serverRequest(id, subject), repeats: JSON.stringify([id, subject]) }
      },
    },
  }),
  /** Aborts the pending completion of a server. */
  'server.cancel-completion': route({ input: byId, output: z.void(), acts: 'free' }),
}
