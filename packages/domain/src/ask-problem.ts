import { z } from 'zod'
import { jsonObjectSchema } from './json.ts'

const problemSchema = z.object({
  /** Of the error; by it the window finds its words. */
  code: z.string(),
  /** In English, for a code that the window has no words for. */
  message: z.string(),
  /** What those words are filled with. Text of a server or a provider stays theirs. */
  data: jsonObjectSchema,
})

/** Why what the person chose before did not come about. An ask saved by an earlier version has a sentence alone. */
export const askProblemSchema = z.preprocess(
  (saved) => (typeof saved === 'string' ? { code: '', message: saved, data: {} } : saved),
  problemSchema,
)
export type AskProblem = z.infer<typeof askProblemSchema>
