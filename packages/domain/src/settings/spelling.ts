import { z } from 'zod'
import { SPELLING_LIMITS } from './spelling-limits.ts'

/** A language with its region where it has one: `en-US`. */
const languageSchema = z.string().regex(/^[a-z]{2,3}(?:-[A-Z]{2})?$/)

export const spellingSettingsSchema = z.object({
  isOn: z.boolean(),
  /** `null`: the languages of the system, as far as there are dictionaries for them. */
  languages: z.array(languageSchema).max(20).nullable(),
  /** Words that the person added. */
  words: z.array(z.string().min(1).max(SPELLING_LIMITS.wordCharacters)).max(SPELLING_LIMITS.words),
})
export type SpellingSettings = z.infer<typeof spellingSettingsSchema>

/** The spelling checker in use. `system`: by the system itself, in languages of its own. */
export const spellingViewSchema = z.discriminatedUnion('by', [
  z.object({ by: z.literal('system') }),
  z.object({
    by: z.literal('dictionaries'),
    /** There is a dictionary for each. */
    languages: z.array(languageSchema),
    /** The languages that `null` in the settings stands for. */
    automatic: z.array(languageSchema),
    /** Languages whose files are no valid dictionary; `path`: the file of words. */
    broken: z.array(z.object({ language: languageSchema, path: z.string() })),
  }),
])
export type SpellingView = z.infer<typeof spellingViewSchema>
