import { z } from 'zod'
import { identifierSchema, timestampSchema } from '../identifier.ts'
import { toolChangesSchema } from '../tools/tool-change.ts'

/** A prompt, and the hash of its text for these arguments, when a person sent it last. The text stays in the chat. */
export const promptPinSchema = z.object({
  serverId: identifierSchema,
  promptName: z.string(),
  /** SHA-256 of the arguments as canonical JSON (RFC 8785), in hex. */
  arguments: z.string(),
  /** A hash of the contents of the messages, after `said:`; without that, of the messages as they were stored. */
  messages: z.string(),
  /** Digest of who the server was. */
  identity: z.string(),
  /** The definition as canonical JSON; `null` if it was not known. */
  definition: z.string().nullable(),
  sentIn: z.object({
    turnId: identifierSchema,
    entryId: identifierSchema,
    attachmentId: identifierSchema,
  }),
  sentAt: timestampSchema,
})
export type PromptPin = z.infer<typeof promptPinSchema>

/** The differences between a prompt and the one that a person sent before. */
export const promptChangeSchema = z.object({
  /**
   * Its text for the same arguments, cut, from shortly before the first difference: `more` characters that may differ
   * too are left out. `before: null`: the old text is gone. `null`: the text is the same, or these arguments were not
   * sent before.
   */
  text: z
    .object({
      before: z.string().nullable(),
      after: z.string(),
      more: z.number().int().positive().optional(),
    })
    .nullable(),
  /** Changes of its description and arguments; `null`: none, or not known. */
  definition: toolChangesSchema.nullable(),
  /** Risks that are new in its text: characters that cannot be seen, words that read like orders. */
  meanings: z.array(z.enum(['hidden', 'orders'])),
  /** Its server is another program or address since. */
  isOtherServer: z.boolean(),
  /** `null`: the former content is attached to the same chat, and was not sent yet. */
  lastSentAt: timestampSchema.nullable(),
  /** Ids of the attachments that it was compared with. */
  comparedWith: z.array(identifierSchema).optional(),
  /** True once the person read this and uses the present prompt. Nothing is sent before. */
  accepted: z.literal(true).optional(),
})
export type PromptChange = z.infer<typeof promptChangeSchema>
