import {
  discoveredProviderSchema,
  leftOutModelsSchema,
  MODEL_LIMITS,
  modelInfoSchema,
  modelListSchema,
  modelProviderDraftSchema,
  modelProviderSchema,
  modelRefSchema,
} from '@gatehouse/domain'
import { learnedChangeSchema, modelOverrideSchema } from '@gatehouse/domain/models'
import { z } from 'zod'
import { byId, noInput, route } from './route.ts'

export const providerRoutes = {
  'provider.list': route({ input: noInput, output: z.array(modelProviderSchema), acts: 'free' }),
  /** Local model servers found on loopback just now. */
  'provider.discover': route({
    input: noInput,
    output: z.array(discoveredProviderSchema),
    acts: 'free',
  }),
  /** Lists the endpoint's models; saves nothing. Fails with the reason in words. */
  'provider.test': route({
    input: modelProviderDraftSchema,
    output: modelListSchema,
    acts: 'own-press',
  }),
  /** Saves a provider, its key into the keychain. `models`: as found, or as typed by the person. */
  'provider.save': route({
    input: z.object({
      draft: modelProviderDraftSchema,
      models: z.array(modelInfoSchema).max(MODEL_LIMITS.models),
      leftOut: leftOutModelsSchema.optional(),
    }),
    output: modelProviderSchema,
    // A test of the provider may lie between the press and this call.
    acts: { by: 'press', withinMs: 30_000 },
  }),
  /** Lists the models again. */
  'provider.refresh': route({ input: byId, output: modelProviderSchema, acts: 'own-press' }),
  /** Replaces the person's own values for a model; `null` = none. Fails with `model/failed`. */
  'provider.override': route({
    input: z.object({ model: modelRefSchema, override: modelOverrideSchema.nullable() }),
    output: modelProviderSchema,
    // Limits and costs of chats are counted by it.
    acts: 'press',
  }),
  /** Forgets one change that was learned from a model's refusals. Fails with `model/failed`. */
  'provider.forget-learned': route({
    input: z.object({ model: modelRefSchema, change: learnedChangeSchema }),
    output: modelProviderSchema,
    // The model is sent again what it refused.
    acts: 'press',
  }),
  'provider.remove': route({ input: byId, output: z.void(), acts: 'press' }),
}
