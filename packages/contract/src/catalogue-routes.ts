import { identifierSchema } from '@gatehouse/domain'
import {
  catalogueResultSchema,
  MAX_CATALOGUE_QUERY,
  registryWordSchema,
} from '@gatehouse/domain/launch'
import { z } from 'zod'
import { noInput, route } from './route.ts'

/** Servers that others published. Nothing of them runs: what is picked goes through `import.*` and its consent. */
export const catalogueRoutes = {
  /** The host that a search goes to. */
  'catalogue.host': route({ input: noInput, output: z.string(), acts: 'free' }),
  /**
   * Sends the text to the registry, by a press. Fails with `catalogue/unreachable` or `catalogue/refused` where no
   * earlier answer fits either.
   */
  'catalogue.search': route({
    input: z.object({ query: z.string().trim().min(1).max(MAX_CATALOGUE_QUERY) }),
    output: catalogueResultSchema,
    // The text goes to a registry.
    acts: {
      by: 'own-press',
      record: ({ query }) => ({ kind: 'registry-search', serverId: null, subject: query }),
    },
  }),
  /** The registry's last word on a server that was added from it; null for any other. Asks nobody. */
  'catalogue.last-word': route({
    input: z.object({ id: identifierSchema }),
    output: registryWordSchema.nullable(),
    acts: 'free',
  }),
  /** Asks the registry again. Fails with `catalogue/unreachable`, `catalogue/refused`, `catalogue/no-entry`. */
  'catalogue.ask': route({
    input: z.object({ id: identifierSchema }),
    output: registryWordSchema,
    // Name and version of the entry go to the registry.
    acts: { by: 'own-press', record: ({ id }) => ({ kind: 'registry-search', serverId: id }) },
  }),
}
