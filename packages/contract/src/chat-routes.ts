import {
  conversationSchema,
  conversationViewSchema,
  entryPositionSchema,
  identifierSchema,
  searchResultSchema,
  transcriptPageSchema,
} from '@gatehouse/domain'
import {
  chatTagSchema,
  searchChoicesSchema,
  searchFilterSchema,
  TAG_LIMITS,
} from '@gatehouse/domain/chats'
import { z } from 'zod'
import { byId, noInput, route } from './route.ts'

/** Routes of the chat list: search, creation, order, removal. */
export const chatRoutes = {
  'chat.list': route({ input: noInput, output: z.array(conversationSchema), acts: 'free' }),
  /** A chat with the last page of its transcript, or the one around an entry. */
  'chat.get': route({
    input: z.object({ id: identifierSchema, at: entryPositionSchema.optional() }),
    output: conversationViewSchema,
    acts: 'free',
  }),
  /** The entries before or after a given one. */
  'chat.page': route({
    input: z.object({
      id: identifierSchema,
      anchor: entryPositionSchema,
      side: z.enum(['before', 'after']),
      entries: z.number().int().min(1).max(200),
    }),
    output: transcriptPageSchema,
    acts: 'free',
  }),
  /** Finds words in the messages and calls of all chats, or in the shown branch of one. */
  'chat.search': route({
    input: z.object({ query: z.string().max(1000), filter: searchFilterSchema.optional() }),
    output: searchResultSchema,
    acts: 'free',
  }),
  /** The models and tools for search filters. Fails with `store/…`. */
  'chat.search-choices': route({ input: noInput, output: searchChoicesSchema, acts: 'free' }),
  /** Creates a chat. `blankId`: returns this chat instead if it equals a new one. */
  'chat.create': route({
    input: z.object({ blankId: identifierSchema.optional() }),
    output: conversationSchema,
    acts: 'free',
  }),
  /** Creates a chat in memory alone: nothing of it is written to disk. `chat.remove` ends it permanently. */
  'chat.create-temporary': route({ input: noInput, output: conversationSchema, acts: 'free' }),
  /**
   * Makes a chat of the branch that ends with a turn; of a temporary chat a temporary one. Fails with
   * `chat/not-found`, `chat/busy` while the turn runs, `store/…`.
   */
  'chat.fork': route({
    input: z.object({ id: identifierSchema, turnId: identifierSchema }),
    output: conversationSchema,
    // It copies a branch, however long.
    acts: 'press',
  }),
  /** Writes a temporary chat to disk, completely or not at all. Fails with `chat/busy`, `store/…`. */
  'chat.keep': route({
    input: byId,
    output: conversationSchema,
    // Writes to disk what was to leave no trace.
    acts: 'press',
  }),
  /** Replaces all tags of a chat. */
  'chat.set-tags': route({
    input: z.object({
      id: identifierSchema,
      tags: z.array(chatTagSchema).max(TAG_LIMITS.count),
    }),
    output: conversationSchema,
    acts: 'free',
  }),
  /** Renames a tag in all chats, or removes it from all (`null`). */
  'chat.change-tag': route({
    input: z.object({ tag: chatTagSchema, next: chatTagSchema.nullable() }),
    output: z.void(),
    acts: 'press',
  }),
  /** Archives or unarchives a chat: its content is unchanged and can be found. */
  'chat.archive': route({
    input: z.object({ id: identifierSchema, isArchived: z.boolean() }),
    output: conversationSchema,
    acts: 'free',
  }),
  /** Pins a chat above the others, or unpins it. */
  'chat.pin-chat': route({
    input: z.object({ id: identifierSchema, isPinned: z.boolean() }),
    output: conversationSchema,
    acts: 'free',
  }),
  'chat.rename': route({
    input: z.object({ id: identifierSchema, title: z.string().trim().min(1).max(200) }),
    output: conversationSchema,
    acts: 'free',
  }),
  'chat.remove': route({
    input: byId,
    output: z.void(),
    // Destroys: script in the page may destroy no more than it may send.
    acts: 'press',
  }),
  /** Undoes `chat.remove`. */
  'chat.restore': route({ input: byId, output: conversationSchema, acts: 'free' }),
}
