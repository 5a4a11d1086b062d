import { z } from 'zod'

/** Longest search text that goes to a registry. */
export const MAX_CATALOGUE_QUERY = 200

/** A server of a registry, as a list shows it. All words are its publisher's. */
export const catalogueEntrySchema = z.object({
  /** Its name in the registry: a namespace whose owner was proved to the registry, and a name. */
  name: z.string(),
  title: z.string(),
  description: z.string(),
  version: z.string(),
  /** Ways to run it: types of packages, and `url` for a server that runs elsewhere. */
  ways: z.array(z.string()),
  status: z.enum(['active', 'deprecated', 'deleted']),
  /** Milliseconds since 1970 when this version was published; null if the registry does not say. */
  publishedAt: z.number().nullable(),
  /** Who proved the namespace: an account of a forge, or the owner of a domain. */
  proof: z.object({ kind: z.enum(['account', 'domain']), of: z.string() }).nullable(),
  /** The whole entry as JSON, for the import to read. */
  text: z.string(),
})
export type CatalogueEntry = z.infer<typeof catalogueEntrySchema>

export const catalogueResultSchema = z.object({
  /** Host of the registry that was asked. */
  registry: z.string(),
  entries: z.array(catalogueEntrySchema),
  /** Found in the copy of earlier searches, since the registry could not be asked: the oldest entry's time. */
  copiedAt: z.number().nullable(),
})
export type CatalogueResult = z.infer<typeof catalogueResultSchema>
