import {
  completionRequestSchema,
  completionSchema,
  identifierSchema,
  promptResultSchema,
  promptSchema,
  resourceReadingSchema,
  resourceSchema,
  resourceTemplateSchema,
} from '@gatehouse/domain'
import { z } from 'zod'
import { route } from './route.ts'

const id = z.object({ id: identifierSchema })

/** What a server offers besides tools; all fail with `server/not-running` or `request/…`. */
export const featureRoutes = {
  'server.prompts': route({ input: id, output: z.array(promptSchema) }),
  'server.get-prompt': route({
    input: z.object({
      id: identifierSchema,
      name: z.string().min(1).max(4096),
      arguments: z.record(z.string().max(1024), z.string().max(1_000_000)),
    }),
    output: promptResultSchema,
  }),
  'server.resources': route({ input: id, output: z.array(resourceSchema) }),
  'server.resource-templates': route({ input: id, output: z.array(resourceTemplateSchema) }),
  'server.read-resource': route({
    input: z.object({ id: identifierSchema, uri: z.string().min(1).max(8192) }),
    output: resourceReadingSchema,
  }),
  /** Aborts an earlier completion of the same server that is still under way (`request/cancelled`). */
  'server.complete': route({
    input: z.object({ id: identifierSchema, request: completionRequestSchema }),
    output: completionSchema,
  }),
}
