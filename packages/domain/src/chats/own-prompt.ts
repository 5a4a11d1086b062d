import { z } from 'zod'
import { blobRefSchema } from '../content/stored-result.ts'
import { identifierSchema } from '../identifier.ts'
import { OWN_PROMPT_LIMITS } from './own-prompt-text.ts'

const promptTextSchema = z.object({
  name: z.string().trim().min(1).max(OWN_PROMPT_LIMITS.name),
  text: z.string().min(1).max(OWN_PROMPT_LIMITS.text),
})

/** A file of a prompt. Its bytes are kept as those of attachments are. */
export const promptFileSchema = z.object({
  id: identifierSchema,
  name: z.string().min(1).max(255),
  /** As the system reported it; the bytes decide when it is attached. */
  mimeType: z.string().max(200),
  kept: blobRefSchema,
})
export type PromptFile = z.infer<typeof promptFileSchema>

/** A text with a name that the person puts into messages. */
export const ownPromptSchema = promptTextSchema.extend({
  id: identifierSchema,
  /** Attached to the message when the prompt is inserted. */
  files: z.array(promptFileSchema).max(OWN_PROMPT_LIMITS.files).optional(),
})
export type OwnPrompt = z.infer<typeof ownPromptSchema>

/** A prompt with its files by their ids. */
export const promptDraftSchema = promptTextSchema.extend({
  fileIds: z.array(identifierSchema).max(OWN_PROMPT_LIMITS.files).optional(),
})
export type PromptDraft = z.infer<typeof promptDraftSchema>

/** Prompts of a file. */
export const importedPromptsSchema = z.array(promptDraftSchema).min(1).max(OWN_PROMPT_LIMITS.count)
