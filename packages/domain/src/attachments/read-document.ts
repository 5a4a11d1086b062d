import { z } from 'zod'
import { documentFactsSchema } from './document.ts'
import { DOCUMENT_LIMITS } from './document-limits.ts'

const { characters, nameCharacters, names, parts } = DOCUMENT_LIMITS

/** The text of a document, and facts about it, as its process says. */
export const readDocumentSchema = documentFactsSchema
  .pick({ format: true, unit: true, gaps: true })
  .extend({
    count: z.number().int().nonnegative().max(parts),
    names: z.array(z.string().max(nameCharacters)).max(names).optional(),
    text: z.string().max(characters + 1000),
  })
export type ReadDocument = z.infer<typeof readDocumentSchema>
