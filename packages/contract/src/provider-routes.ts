import {
  discoveredProviderSchema,
  identifierSchema,
  modelInfoSchema,
  modelProviderDraftSchema,
  modelProviderSchema,
} from '@gatehouse/domain'
import { z } from 'zod'
import { route } from './route.ts'

export const providerRoutes = {
  'provider.list': route({ input: z.object({}), output: z.array(modelProviderSchema) }),
  /** Local model servers found on loopback just now. */
  'provider.discover': route({ input: z.object({}), output: z.array(discoveredProviderSchema) }),
  /** Asks the endpoint for its models; saves nothing. Fails with the reason in words. */
  'provider.test': route({ input: modelProviderDraftSchema, output: z.array(modelInfoSchema) }),
  /** Saves it, the key into the keychain. `models` as found, or as typed by the person. */
  'provider.save': route({
    input: z.object({
      draft: modelProviderDraftSchema,
      models: z.array(modelInfoSchema).max(2000),
    }),
    output: modelProviderSchema,
  }),
  /** Asks again which models there are. */
  'provider.refresh': route({
    input: z.object({ id: identifierSchema }),
    output: modelProviderSchema,
  }),
  'provider.remove': route({ input: z.object({ id: identifierSchema }), output: z.void() }),
}
