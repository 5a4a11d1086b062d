import { z } from 'zod'
import { contentBlockSchema } from './content.ts'
import { iconsSchema } from './icon.ts'

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
    .optional(),
})
export type Prompt = z.infer<typeof promptSchema>

/** What `prompts/get` gave: messages for a model, to be read by the person first. */
export const promptResultSchema = z.object({
  description: z.string().optional(),
  messages: z.array(z.object({ role: z.enum(['user', 'assistant']), content: contentBlockSchema })),
})
export type PromptResult = z.infer<typeof promptResultSchema>
