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
import { route } from './route.ts'

const id = z.object({ id: identifierSchema })

/** Routes of the chat list: search, creation, order, removal. */
export const chatRoutes = {
  'chat.list': route({ input: z.object({}), output: z.array(conversationSchema) }),
  /** A chat with the last page of its transcript, or the one around an entry. */
  'chat.get': route({
    input: z.object({ id: identifierSchema, at: entryPositionSchema.optional() }),
    output: conversationViewSchema,
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
  }),
  /** Finds words in the messages and calls of all chats, or in the shown branch of one. */
  'chat.search': route({
    input: z.object({ query: z.string().max(1000), filter: searchFilterSchema.optional() }),
    output: searchResultSchema,
  }),
  /** The models and tools for search filters. Fails with `store/…`. */
  'chat.search-choices': route({ input: z.object({}), output: searchChoicesSchema }),
  /** Creates a chat. `blankId`: returns this chat instead if it equals a new one. */
  'chat.create': route({
    input: z.object({ blankId: identifierSchema.optional() }),
    output: conversationSchema,
  }),
  /** Creates a chat in memory alone: nothing of it is written to disk. `chat.remove` ends it permanently. */
  'chat.create-temporary': route({ input: z.object({}), output: conversationSchema }),
  /** Writes a temporary chat to disk, completely or not at all. Fails with `chat/busy`, `store/…`. */
  'chat.keep': route({ input: id, output: conversationSchema }),
  /** Replaces all tags of a chat. */
  'chat.set-tags': route({
    input: z.object({
      id: identifierSchema,
      tags: z.array(chatTagSchema).max(TAG_LIMITS.count),
    }),
    output: conversationSchema,
  }),
  /** Renames a tag in all chats, or removes it from all (`null`). */
  'chat.change-tag': route({
    input: z.object({ tag: chatTagSchema, next: chatTagSchema.nullable() }),
    output: z.void(),
  }),
  /** Archives or unarchives a chat: its content is unchanged and can be found. */
  'chat.archive': route({
    input: z.object({ id: identifierSchema, isArchived: z.boolean() }),
    output: conversationSchema,
  }),
  /** Pins a chat above the others, or unpins it. */
  'chat.pin-chat': route({
    input: z.object({ id: identifierSchema, isPinned: z.boolean() }),
    output: conversationSchema,
  }),
  'chat.rename': route({
    input: z.object({ id: identifierSchema, title: z.string().trim().min(1).max(200) }),
    output: conversationSchema,
  }),
  'chat.remove': route({ input: id, output: z.void() }),
  /** Undoes `chat.remove`. */
  'chat.restore': route({ input: id, output: conversationSchema }),
}
