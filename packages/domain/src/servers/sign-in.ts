import { z } from 'zod'
import { timestampSchema } from '../identifier.ts'

/**
 * Where the browser comes back after a sign-in. `loopback`: to a port of this computer (RFC 8252, section 7.3);
 * no port = any that is free. `app-link`: to the installed app, by a scheme of its own (section 7.1).
 */
export const signInRedirectSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('loopback'),
    host: z.enum(['127.0.0.1', 'localhost']),
    port: z.number().int().min(1024).max(65_535).optional(),
  }),
  z.object({ kind: z.literal('app-link') }),
])
export type SignInRedirect = z.infer<typeof signInRedirectSchema>
export type LoopbackRedirect = Extract<SignInRedirect, { kind: 'loopback' }>

const signInStepSchema = z.enum([
  'kept',
  'request',
  'resource-metadata',
  'server-metadata',
  'scopes',
  'client',
  'listener',
  'browser',
  'callback',
  'token',
  'ended',
])

/** The kind of a line in the log; the window has a sentence for each. */
const signInNoteCodeSchema = z.enum([
  'account-damaged',
  'no-response',
  'found',
  'missing',
  'own-server',
  'issuer-first',
  'issuer-known',
  'metadata',
  'scopes-settings',
  'scopes-settings-more',
  'scopes-challenge',
  'scopes-challenge-more',
  'scopes-resource',
  'scopes-resource-more',
  'scopes-unnamed',
  'scopes-unnamed-more',
  'client-before',
  'client-given',
  'client-document',
  'client-registered',
  'client-grant',
  'client-forgotten',
  'client-vouches',
  'page',
  'response',
  'unexpected',
  'token',
  'token-renewable',
  'token-expires',
  'token-expires-renewable',
  'token-grant',
  'token-grant-expires',
  'token-vouched',
  'ended',
])

/** Empty text: it was not named. */
const signInNoteSchema = z.object({
  code: signInNoteCodeSchema,
  values: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type SignInNote = z.infer<typeof signInNoteSchema>

/** The sign-in at a server. Holds no secret. */
export const signInViewSchema = z.object({
  /** `null`: nothing is kept. */
  account: z
    .object({
      issuer: z.string(),
      resource: z.string(),
      /** The app's client registration there. */
      client: z.object({ id: z.string(), how: z.enum(['given', 'document', 'registered']) }),
      /** Where the browser comes back to; absent = another address each time. */
      redirectUri: z.string().optional(),
      /** Every scope that was asked for so far. */
      asked: z.array(z.string()),
      /** Absent: signed out. */
      token: z
        .object({
          scopes: z.array(z.string()),
          obtainedAt: timestampSchema,
          expiresAt: timestampSchema.optional(),
          /** It can be renewed without the person. */
          isRenewable: z.boolean(),
        })
        .optional(),
    })
    .nullable(),
  /** The last renewal failed, or the server refused the token: only the person can change that. */
  needsSignIn: z.literal(true).optional(),
  /** Something is kept, and it is no sign-in: another one takes its place. */
  isDamaged: z.boolean(),
  /** The last sign-in of this run, step by step: what was asked, what came, what was chosen. */
  trace: z.array(
    z.object({
      /** Two steps may be equal in everything else. */
      seq: z.number().int().positive(),
      at: timestampSchema,
      step: signInStepSchema,
      /** In English, for a report. */
      text: z.string(),
      /** The line as a code for the window; absent if it has no text. */
      note: signInNoteSchema.optional(),
    }),
  ),
})
export type SignInView = z.infer<typeof signInViewSchema>
