import { attachmentSchema, identifierSchema } from '@gatehouse/domain'
import { followStateSchema, foundEntriesSchema, textEncodingSchema } from '@gatehouse/domain/chats'
import { documentFormSchema, partRangesSchema } from '@gatehouse/domain/documents'
import { pictureChoiceSchema } from '@gatehouse/domain/pictures'
import { z } from 'zod'
import { chatAct, serverRequest } from './acts.ts'
import { byId, route } from './route.ts'

/** Id that the window chose, as for `server.read-resource`. */
const requestId = identifierSchema.optional()

/** The attachments of a chat's draft. */
export const attachmentRoutes = {
  /**
   * Attaches a file to the draft: a picture, a sound, a document or a text, by its bytes whatever type was declared. The name
   * is a label and no path. Fails with `attachment/…`.
   */
  'chat.attach-file': route({
    input: z.object({
      id: identifierSchema,
      name: z.string().trim().min(1).max(255),
      mimeType: z.string().max(200),
      bytes: z.instanceof(Uint8Array),
    }),
    output: attachmentSchema,
    acts: 'free',
  }),
  /**
   * Reads a text of the draft in another encoding and replaces the attachment, under another id. Fails with
   * `attachment/changed`, `attachment/not-in-encoding`, `attachment/empty`.
   */
  'chat.read-as': route({
    input: z.object({
      id: identifierSchema,
      attachmentId: identifierSchema,
      encoding: textEncodingSchema,
    }),
    output: attachmentSchema,
    acts: 'free',
  }),
  /**
   * Reads other pages, sheets, slides or chapters of a document of the draft, its source text, or pictures of its pages
   * without text, and replaces the
   * attachment, under another id. Fails with `attachment/changed`, `attachment/document-…`.
   */
  'chat.choose-of-document': route({
    input: z.object({
      id: identifierSchema,
      attachmentId: identifierSchema,
      form: documentFormSchema,
      /** Absent: all. */
      ranges: partRangesSchema.optional(),
      /** Pages without text are sent as pictures where the model takes them. Absent: true. */
      pictures: z.boolean().optional(),
    }),
    output: attachmentSchema,
    acts: 'free',
  }),
  /**
   * Reads a picture of the draft in another size, with or without its metadata, or its source text, and replaces the
   * attachment, under another id. Fails with `attachment/changed`, `attachment/picture-…`.
   */
  'chat.choose-of-picture': route({
    input: pictureChoiceSchema.extend({ id: identifierSchema, attachmentId: identifierSchema }),
    output: attachmentSchema,
    acts: 'free',
  }),
  /** Files and folders of the chat's workspace, by their names; none for a chat in no workspace. Reads nothing in them. */
  'chat.find-entries': route({
    input: z.object({ id: identifierSchema, query: z.string().max(200) }),
    output: foundEntriesSchema,
    // Reveals names of files, and follows typing.
    acts: 'press',
  }),
  /**
   * Reads a file below a folder of the chat's workspace and attaches it as `chat.attach-file` does; for a folder it
   * attaches the names in it. Fails with `workspace/no-such-entry`, `workspace/leads-out`, `workspace/timed-out`,
   * `attachment/…`.
   */
  'chat.attach-entry': route({
    input: z.object({
      id: identifierSchema,
      folder: z.string().min(1).max(4096),
      path: z.string().min(1).max(4096),
    }),
    output: attachmentSchema,
    acts: 'press',
  }),
  /**
   * Attaches a file of a prompt of the person, as `chat.attach-file` does. Fails with `store/blob-missing`,
   * `own-prompt/file-changed`, `attachment/…`.
   */
  'chat.attach-prompt-file': route({
    input: z.object({ id: identifierSchema, promptId: identifierSchema, fileId: identifierSchema }),
    output: attachmentSchema,
    acts: 'free',
  }),
  /** Reads a resource of a running server and attaches its present content; fails as reading does. */
  'chat.attach-resource': route({
    input: z.object({
      id: identifierSchema,
      requestId,
      serverId: identifierSchema,
      uri: z.string().min(1).max(8192),
    }),
    output: attachmentSchema,
    // Sends what the page chose to a server.
    acts: { by: 'own-press', record: ({ id, serverId, uri }) => serverRequest(serverId, uri, id) },
  }),
  /**
   * Rereads a resource of the draft and replaces the attachment with its current content, under another id. Fails as
   * `chat.attach-resource` does, and with `attachment/changed`.
   */
  'chat.read-again': route({
    input: z.object({ id: identifierSchema, requestId, attachmentId: identifierSchema }),
    output: attachmentSchema,
    acts: { by: 'own-press', record: ({ id }) => chatAct('person-request', id) },
  }),
  /** Keeps a resource of the draft as read, and stops following it. Fails with `attachment/changed`. */
  'chat.keep-as-read': route({
    input: z.object({ id: identifierSchema, attachmentId: identifierSchema }),
    output: z.void(),
    // The person is then not notified of the change again.
    acts: 'press',
  }),
  /** The followed resources of a chat's attachments, and their changes. */
  'chat.follows': route({ input: byId, output: z.array(followStateSchema), acts: 'free' }),
  /** Gets a prompt of a running server and attaches its messages; fails as getting it does. */
  'chat.attach-prompt': route({
    input: z.object({
      id: identifierSchema,
      requestId,
      serverId: identifierSchema,
      name: z.string().min(1).max(4096),
      arguments: z.record(z.string().max(1024), z.string().max(1_000_000)),
    }),
    output: attachmentSchema,
    acts: {
      by: 'own-press',
      record: ({ id, serverId, name }) => serverRequest(serverId, name, id),
    },
  }),
  /**
   * Accepts a changed prompt of the draft. `comparedWith`: the shown comparison. Fails with `attachment/changed`.
   */
  'chat.accept-prompt': route({
    input: z.object({
      id: identifierSchema,
      attachmentId: identifierSchema,
      comparedWith: z.array(identifierSchema).max(10),
    }),
    output: z.void(),
    acts: 'own-press',
  }),
  /** Removes an attachment from the draft; those of a queued message stay. */
  'chat.detach': route({
    input: z.object({ id: identifierSchema, attachmentId: identifierSchema }),
    output: z.void(),
    acts: 'free',
  }),
}
