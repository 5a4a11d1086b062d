import { identifierSchema, timestampSchema } from '@gatehouse/domain'
import { formValueSchema } from '@gatehouse/domain/server-requests'
import { z } from 'zod'
import { route } from './route.ts'

const fittingSchema = z.object({
  savedAt: timestampSchema,
  values: z.record(z.string(), formValueSchema),
})

export const formValueRoutes = {
  /** Saved form values that match the form of a pending ask. */
  'form-values.for-ask': route({
    input: z.object({ id: identifierSchema }),
    output: fittingSchema.nullable(),
    acts: 'free',
  }),
  /** The names of the saved fields, by server. */
  'form-values.list': route({
    input: z.object({}),
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
  'form-values.forget': route({
    input: z.object({ serverId: identifierSchema }),
    output: z.void(),
    acts: 'press',
  }),
}
