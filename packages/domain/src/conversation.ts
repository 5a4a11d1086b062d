import { z } from 'zod'
import { identifierSchema, timestampSchema } from './identifier.ts'
import { modelRefSchema } from './model.ts'
import { turnSchema } from './turn.ts'

/** A chat as listed. `model: null` is manual mode: the person is the model. */
export const conversationSchema = z.object({
  id: identifierSchema,
  title: z.string(),
  /** Set once a person named it, so that it is not named after its first message any more. */
  titled: z.boolean(),
  model: modelRefSchema.nullable(),
  /** Servers whose tools are offered; `null` = all that are running. */
  serverIds: z.array(identifierSchema).nullable(),
  draft: z.string(),
  createdAt: timestampSchema,
  updatedAt: timestampSchema,
})
export type Conversation = z.infer<typeof conversationSchema>

/** A chat with all its turns, oldest first. */
export const conversationViewSchema = z.object({
  conversation: conversationSchema,
  turns: z.array(turnSchema),
})
export type ConversationView = z.infer<typeof conversationViewSchema>
