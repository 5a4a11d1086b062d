import { z } from 'zod'
import { jsonObjectSchema } from '../json/json.ts'

const problemSchema = z.object({
  /** The error code, by which the window finds its text. */
  code: z.string(),
  /** English message, for a code that the window has no text for. */
  message: z.string(),
  /** Values for that text. Text of a server or a provider is shown as theirs. */
  data: jsonObjectSchema,
})

/** Failure of the person's earlier choice. An ask saved by an earlier version has a sentence alone. */
export const askProblemSchema = z.preprocess(
  (saved) => (typeof saved === 'string' ? { code: '', message: saved, data: {} } : saved),
  problemSchema,
)
export type AskProblem = z.infer<typeof askProblemSchema>
