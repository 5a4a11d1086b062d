import { grantViewSchema, identifierSchema } from '@gatehouse/domain'
import { z } from 'zod'
import { route } from './route.ts'

export const grantRoutes = {
  /** What the person allowed for longer than once, the latest first. */
  'grant.list': route({ input: z.object({}), output: z.array(grantViewSchema) }),
  /** Fails with `grant/not-found`. */
  'grant.revoke': route({ input: z.object({ id: identifierSchema }), output: z.void() }),
  /** Those of one server; `null` = all there are. */
  'grant.revoke-all': route({
    input: z.object({ serverId: identifierSchema.nullable() }),
    output: z.void(),
  }),
}
