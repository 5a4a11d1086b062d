import { secretGroupSchema, secretRefSchema } from '@gatehouse/domain'
import { z } from 'zod'
import { route } from './route.ts'

/** Limit of one request; no one enters more secrets. */
const MAX_FORGOTTEN = 10_000

export const secretRoutes = {
  /** The secrets that the keychain has or should have, grouped by owner; never a value. */
  'secret.list': route({ input: z.object({}), output: z.array(secretGroupSchema), acts: 'free' }),
  /**
   * Forgets exactly the shown secrets; missing ones are ignored. Fails with `secret/keychain-locked` and
   * `secret/keychain-unavailable`.
   */
  'secret.forget': route({
    input: z.object({ refs: z.array(secretRefSchema).min(1).max(MAX_FORGOTTEN) }),
    output: z.void(),
    acts: 'press',
  }),
}
