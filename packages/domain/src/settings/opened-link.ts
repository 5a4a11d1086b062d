import { z } from 'zod'
import { timestampSchema } from '../identifier.ts'

/** Characters of a path, or of a host, beyond which an address is shown before it is opened. */
export const LONG_LINK_PART = 60

/** Hosts that are remembered; beyond that the oldest is forgotten. */
export const MAX_LINK_HOSTS = 500

/**
 * Doubts about a link: its words name another host, or hold characters that cannot be seen; or the interface of a
 * server wants to open it.
 */
export const linkDoubtSchema = z.enum(['other-host', 'hidden', 'by-app'])
export type LinkDoubt = z.infer<typeof linkDoubtSchema>

/** A reason to show an address to the person before it is opened. */
export const linkReasonSchema = z.enum([
  'found-text',
  /** There is more text in the chat than was compared. */
  'incomplete',
  /** The chat has no such address. */
  'not-in-chat',
  'by-app',
  'other-host',
  'hidden',
  'punycode',
  'query',
  'fragment',
  'long-path',
  'long-host',
])
export type LinkReason = z.infer<typeof linkReasonSchema>

/** Who gave a text of a chat: the person (also by the chat's instructions), a model, a server or a file. */
export const linkTextSourceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('person') }),
  z.object({ kind: z.literal('model') }),
  z.object({
    kind: z.literal('server'),
    serverId: z.string(),
    serverName: z.string(),
    serverHue: z.number().int().nonnegative(),
  }),
  z.object({ kind: z.literal('file'), name: z.string() }),
])
export type LinkTextSource = z.infer<typeof linkTextSourceSchema>

/** A text of the chat that is in an address. */
export const linkTextSchema = z.object({
  from: linkTextSourceSchema,
  /** The origin within the source: a tool, the URI of a resource, a prompt. */
  label: z.string(),
  how: z.enum(['plain', 'encoded', 'reversed', 'split']),
  /** Letters and digits that they have in common. */
  characters: z.number().int().positive(),
  /** The beginning of it, decoded. */
  excerpt: z.string(),
})
export type LinkText = z.infer<typeof linkTextSchema>

/** Characters of the address, from `start` up to and without `end`, in ascending order and apart. */
const addressRangeSchema = z.object({
  start: z.number().int().nonnegative(),
  end: z.number().int().nonnegative(),
})
export type AddressRange = z.infer<typeof addressRangeSchema>

/** An address of a chat as the consent window shows it. */
export const linkReviewSchema = z.object({
  /** Exactly the address that is opened. */
  url: z.string(),
  reasons: z.array(linkReasonSchema).min(1),
  texts: z.array(linkTextSchema),
  /** The parts of the address that hold them. */
  marks: z.array(addressRangeSchema),
  /** Addresses of its host are opened without a question where no text of the chat is in them. */
  isRemembered: z.boolean(),
})
export type LinkReview = z.infer<typeof linkReviewSchema>

/** A host whose plain addresses open without a question. */
export const linkHostSchema = z.object({
  /** Scheme, host and port. */
  origin: z.string(),
  at: timestampSchema,
})
