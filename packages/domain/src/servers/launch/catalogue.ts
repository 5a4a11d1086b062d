import { z } from 'zod'

/** Longest search text that goes to a registry. */
export const MAX_CATALOGUE_QUERY = 200

/** A server of a registry, as a list shows it. All words are its publisher's. */
export const catalogueEntrySchema = z.object({
  /** Its name in the registry: a namespace whose owner was proved to the registry, and a name. */
  name: z.string(),
  /** False for characters that no registry allows in a name: it may imitate another one. */
  isNameAllowed: z.boolean(),
  title: z.string(),
  description: z.string(),
  version: z.string(),
  /** Ways to run it: types of packages, and `url` for a server that runs elsewhere. */
  ways: z.array(z.string()),
  /** Host of the bundle where that is the only way to run it: picking the entry fetches it. Null for any other. */
  bundleHost: z.string().nullable(),
  status: z.enum(['active', 'deprecated', 'deleted']),
  /** Milliseconds since 1970 when this version was published; null if the registry does not say. */
  publishedAt: z.number().nullable(),
  /** Who proved the namespace: an account of a forge, or the owner of a domain. */
  proof: z.object({ kind: z.enum(['account', 'domain']), of: z.string() }).nullable(),
  /** The whole entry as JSON, for the import to read. */
  text: z.string(),
})
export type CatalogueEntry = z.infer<typeof catalogueEntrySchema>

/** The entry of a registry that a server was added from. */
export const registryEntrySchema = z.object({ name: z.string(), version: z.string() })
export type RegistryEntry = z.infer<typeof registryEntrySchema>

/** The registry's last known word on the entry of a server. */
export const registryWordSchema = z.object({
  ...registryEntrySchema.shape,
  /** Host of the registry. */
  registry: z.string(),
  /** `unknown`: it was not asked, or has no such entry. */
  status: z.enum(['active', 'deprecated', 'deleted', 'unknown']),
  /** Its reason, as it says. */
  message: z.string(),
  /** Time of that answer; null before the first request. */
  at: z.number().nullable(),
})
export type RegistryWord = z.infer<typeof registryWordSchema>

export const catalogueResultSchema = z.object({
  /** Host of the registry that was asked. */
  registry: z.string(),
  entries: z.array(catalogueEntrySchema),
  /** Found in the copy of earlier searches, since the registry could not be asked: the oldest entry's time. */
  copiedAt: z.number().nullable(),
})
export type CatalogueResult = z.infer<typeof catalogueResultSchema>
