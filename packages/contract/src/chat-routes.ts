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

/** Chats as the list has them: found, made, arranged, removed. */
export const chatRoutes = {
  'chat.list': route({ input: z.object({}), output: z.array(conversationSchema) }),
  /** A chat with the last page of its transcript, or the one around an entry. */
  'chat.get': route({
    input: z.object({ id: identifierSchema, at: entryPositionSchema.optional() }),
    output: conversationViewSchema,
  }),
  /** The entries before or after one that is there. */
  'chat.page': route({
    input: z.object({
      id: identifierSchema,
      anchor: entryPositionSchema,
      side: z.enum(['before', 'after']),
      entries: z.number().int().min(1).max(200),
    }),
    output: transcriptPageSchema,
  }),
  /** Finds words in the messages and calls of all chats, or in what one of them shows. */
  'chat.search': route({
    input: z.object({ query: z.string().max(1000), filter: searchFilterSchema.optional() }),
    output: searchResultSchema,
  }),
  /** The models and tools that such a search can be narrowed to. Fails with `store/…`. */
  'chat.search-choices': route({ input: z.object({}), output: searchChoicesSchema }),
  /** `blankId`: returns this chat instead where it is just what a new one would be. */
  'chat.create': route({
    input: z.object({ blankId: identifierSchema.optional() }),
    output: conversationSchema,
  }),
  /** A chat that is kept in memory alone: nothing of it is written to disk. `chat.remove` ends it for good. */
  'chat.create-temporary': route({ input: z.object({}), output: conversationSchema }),
  /** Writes a temporary chat to disk with all that is in it, or nothing. Fails with `chat/busy`, `store/…`. */
  'chat.keep': route({ input: id, output: conversationSchema }),
  /** The tags of a chat, all of them. */
  'chat.set-tags': route({
    input: z.object({
      id: identifierSchema,
      tags: z.array(chatTagSchema).max(TAG_LIMITS.count),
    }),
    output: conversationSchema,
  }),
  /** Calls a tag otherwise in all chats, or takes it from all (`null`). */
  'chat.change-tag': route({
    input: z.object({ tag: chatTagSchema, next: chatTagSchema.nullable() }),
    output: z.void(),
  }),
  /** Puts a chat away, or takes it out again: it stays as it is, and is found. */
  'chat.archive': route({
    input: z.object({ id: identifierSchema, isArchived: z.boolean() }),
    output: conversationSchema,
  }),
  /** Lists a chat above the others, or by its day again. */
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
