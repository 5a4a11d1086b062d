import { z } from 'zod'
import { contentBlockSchema } from './content.ts'
import { iconsSchema } from './icon.ts'
import { ITEM_LIMITS } from './item-limits.ts'

/** A prompt as listed (MCP 2025-11-25, server/prompts). Its texts are the server's: untrusted. */
export const promptSchema = z.object({
  name: z.string().min(1),
  title: z.string().optional(),
  description: z.string().optional(),
  icons: iconsSchema.optional(),
  arguments: z
    .array(
      z.object({
        name: z.string().min(1),
        title: z.string().optional(),
        description: z.string().optional(),
        required: z.boolean().optional(),
      }),
    )
    .max(ITEM_LIMITS.promptArguments, `at most ${ITEM_LIMITS.promptArguments} arguments are taken`)
    .optional(),
})
export type Prompt = z.infer<typeof promptSchema>

/** The result of `prompts/get`: messages for a model, which the person reads first. */
export const promptResultSchema = z.object({
  description: z.string().optional(),
  messages: z
    .array(z.object({ role: z.enum(['user', 'assistant']), content: contentBlockSchema }))
    .max(ITEM_LIMITS.promptMessages, `at most ${ITEM_LIMITS.promptMessages} messages are taken`),
})
export type PromptResult = z.infer<typeof promptResultSchema>
