import {
  identifierSchema,
  secretGroupSchema,
  secretRefSchema,
  timestampSchema,
} from '@gatehouse/domain'
import { formValueSchema } from '@gatehouse/domain/server-requests'
import { z } from 'zod'
import { byId, noInput, ofServer, route } from './route.ts'

/** Limit of one request; no one enters more secrets. */
const MAX_FORGOTTEN = 10_000

const fittingSchema = z.object({
  savedAt: timestampSchema,
  values: z.record(z.string(), formValueSchema),
})

/** Secrets of the keychain and saved form values. */
export const secretRoutes = {
  /** The secrets that the keychain has or should have, grouped by owner; never a value. */
  'secret.list': route({ input: noInput, output: z.array(secretGroupSchema), acts: 'free' }),
  /**
   * Forgets exactly the shown secrets; missing ones are ignored. Fails with `secret/keychain-locked` and
   * `secret/keychain-unavailable`.
   */
  'secret.forget': route({
    input: z.object({ refs: z.array(secretRefSchema).min(1).max(MAX_FORGOTTEN) }),
    output: z.void(),
    acts: 'press',
  }),
  /** Saved form values that match the form of a pending ask. */
  'form-values.for-ask': route({ input: byId, output: fittingSchema.nullable(), acts: 'free' }),
  /** The names of the saved fields, by server. */
  'form-values.list': route({
    input: noInput,
    output: z.array(
      z.object({
        serverId: identifierSchema,
        savedAt: timestampSchema,
        fields: z.array(z.string()),
      }),
    ),
    acts: 'free',
  }),
  /** Permanently deletes the saved values of a server. */
  'form-values.forget': route({ input: ofServer, output: z.void(), acts: 'press' }),
}
