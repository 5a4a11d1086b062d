import { z } from 'zod'
import { documentFactsSchema } from './document.ts'
import { DOCUMENT_LIMITS } from './document-limits.ts'
import { identifierSchema, timestampSchema } from '../identifier.ts'
import { promptChangeSchema } from './prompt-pin.ts'
import { pictureFactsSchema } from '../pictures/picture-facts.ts'
import { blobRefSchema, storedBlockSchema } from '../content/stored-result.ts'
import { textEncodingSchema } from '../text/text-encoding.ts'

const facts = {
  id: identifierSchema,
  /** Bytes of all its contents. */
  bytes: z.number().int().nonnegative(),
  /** Estimate of what it costs in a request. */
  tokens: z.number().int().nonnegative(),
  /** A model is given only the beginning of its text at once. */
  shortened: z.literal(true).optional(),
}

/** The server that it is from, by its name then. */
const fromServer = {
  serverId: identifierSchema,
  serverName: z.string(),
  serverHue: z.number().int().nonnegative(),
}

/** A file that the person chose, dropped or pasted. */
export const fileAttachmentSchema = z.object({
  kind: z.literal('file'),
  ...facts,
  /** A label; never a path. */
  name: z.string().max(255),
  /** The type that its bytes show. */
  mimeType: z.string(),
  /** A text, a picture or a sound. */
  content: storedBlockSchema,
  /** As which the bytes of a text were read; absent: UTF-8. */
  encoding: textEncodingSchema.optional(),
  /** Of a document: its format, and what is sent of it. */
  document: documentFactsSchema.optional(),
  /**
   * The bytes of a document that is sent as a file. Of a draft also the bytes of any document, of a text in another encoding than UTF-8, or of a picture that is sent in another form, so
   * that a draft can read them again.
   */
  source: blobRefSchema.optional(),
  /** Pictures of pages of a PDF that have no text, sent after its text. */
  pages: z
    .array(
      z.object({ number: z.number().int().positive(), mimeType: z.string(), kept: blobRefSchema }),
    )
    .max(DOCUMENT_LIMITS.pictures)
    .optional(),
  /** Of a picture: its size, and what became of the file. */
  picture: pictureFactsSchema.optional(),
})

/** A resource as its server gave it when it was attached. Its texts and names are the server's: untrusted. */
export const resourceAttachmentSchema = z.object({
  kind: z.literal('resource'),
  ...facts,
  ...fromServer,
  /** The requested URI; the contents have their own, which may differ. */
  uri: z.string(),
  name: z.string(),
  /** The interface of one of the server's tools gave it, as a message or for the model alone. */
  fromApp: z.enum(['message', 'context']).optional(),
  /** With `fromApp`: another text of the interface was here before. */
  replacesEarlier: z.literal(true).optional(),
  /** Absent in records of earlier versions. */
  readAt: timestampSchema.optional(),
  contents: z.array(storedBlockSchema),
})

/** A prompt with the messages that its server gave for these arguments, in their roles. */
export const promptAttachmentSchema = z.object({
  kind: z.literal('prompt'),
  ...facts,
  ...fromServer,
  promptName: z.string(),
  title: z.string(),
  arguments: z.record(z.string(), z.string()),
  messages: z.array(z.object({ role: z.enum(['user', 'assistant']), content: storedBlockSchema })),
  /** The prompt as it was listed then, as canonical JSON; a long one is cut, and ends with its hash. */
  definition: z.string().optional(),
  /** Digest of the server's identity; absent in records of earlier versions. */
  serverIdentity: z.string().optional(),
  /** The differences from the prompt that the person sent before. */
  changed: promptChangeSchema.optional(),
})

/**
 * A part of a person's message beside its text. Its content is immutable: large or binary parts are in files, named
 * by their hashes, so the shown content is sent.
 */
export const attachmentSchema = z.discriminatedUnion('kind', [
  fileAttachmentSchema,
  resourceAttachmentSchema,
  promptAttachmentSchema,
])
export type Attachment = z.infer<typeof attachmentSchema>
export type FileAttachment = z.infer<typeof fileAttachmentSchema>
export type ResourceAttachment = z.infer<typeof resourceAttachmentSchema>
export type PromptAttachment = z.infer<typeof promptAttachmentSchema>
