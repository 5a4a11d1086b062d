import { z } from 'zod'
import { identifierSchema } from '../identifier.ts'
import { OWN_PROMPT_LIMITS } from './own-prompt-text.ts'

const promptTextSchema = z.object({
  name: z.string().trim().min(1).max(OWN_PROMPT_LIMITS.name),
  text: z.string().min(1).max(OWN_PROMPT_LIMITS.text),
})

/** A text with a name that the person puts into messages. */
export const ownPromptSchema = promptTextSchema.extend({ id: identifierSchema })
export type OwnPrompt = z.infer<typeof ownPromptSchema>

/** Prompts of a file. */
export const importedPromptsSchema = z.array(promptTextSchema).min(1).max(OWN_PROMPT_LIMITS.count)
