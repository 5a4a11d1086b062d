import { z } from 'zod'
import { identifierSchema } from '../identifier.ts'
import { exceedsReviewLimit, LAUNCH_LIMIT } from './launch/launch-size.ts'
import { codePointName, firstInvisible } from '../text/name-check.ts'
import {
  httpTransportKindSchema,
  oauthGrantSchema,
  protocolPreferenceSchema,
  startPolicySchema,
} from './server.ts'
import { signInRedirectSchema } from './sign-in.ts'

const noNul = (label: string, max: number): z.ZodString =>
  z
    .string()
    .max(max, `${label} is longer than ${max} characters.`)
    .regex(/^[^\0]*$/, `${label} must not contain a NUL character.`)
    // A process gets UTF-8, which has no half characters: it would get another one than was shown.
    .regex(/^\P{Surrogate}*$/u, `${label} must not contain half a character (a lone surrogate).`)

/** `value: null` with `secret: true` keeps the secret that is stored already. */
export const draftValueSchema = z.object({
  name: noNul('The name', 256).min(1),
  value: noNul('The value', 65_536).nullable(),
  secret: z.boolean(),
})
export type DraftValue = z.infer<typeof draftValueSchema>

/** A name that objects lose: it would be shown and not sent. */
const NOT_RESERVED = /^(?!__proto__$)/

const envNameSchema = z
  .string()
  .regex(/^[^=\0\s][^=\0]*$/, 'A variable name has no "=", no NUL and does not start with a space.')
  .regex(NOT_RESERVED, 'A variable cannot be named __proto__.')
const headerNameSchema = z
  .string()
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'A header name has only RFC 9110 token characters.')
  .regex(NOT_RESERVED, 'A header cannot be named __proto__.')

/** Refuses values that HTTP clients would trim or not send: the header would differ from the one shown. */
const headerValueSchema = noNul('The value', 65_536)
  .refine((value) => !/^[\t ]|[\t ]$/.test(value), 'A header cannot begin or end with a space.')
  .regex(
    // A NUL is named above.
    /^[\0\t\x20-\x7e\xa0-\xff]*$/,
    'A header has no line breaks, no control characters, and none beyond Latin-1.',
  )

const anyTransportSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('stdio'),
    command: noNul('The command', 4096).trim().min(1, 'Give a command.'),
    args: z.array(noNul('An argument', 32_768)).max(256),
    env: z.array(draftValueSchema.extend({ name: envNameSchema.max(256) })).max(256),
    cwd: noNul('The working directory', 4096).optional(),
  }),
  z.object({
    kind: z.literal('http'),
    url: z
      .url({ protocol: /^https?$/, error: 'Give a URL that starts with https:// or http://.' })
      .max(4096),
    headers: z
      .array(
        draftValueSchema.extend({
          name: headerNameSchema.max(256),
          value: headerValueSchema.nullable(),
        }),
      )
      .max(64),
    httpTransport: httpTransportKindSchema.optional(),
  }),
])

/** Nothing in it is repeated, and a person can read it whole before it runs. */
export const draftTransportSchema = anyTransportSchema.superRefine((transport, context) => {
  const isHttp = transport.kind === 'http'
  const seen = new Set<string>()
  for (const [at, { name }] of (isHttp ? transport.headers : transport.env).entries()) {
    // Header names do not differ by case (RFC 9110); Windows has a check of its own.
    const key = isHttp ? name.toLowerCase() : name
    if (seen.has(key))
      context.addIssue({
        code: 'custom',
        path: [isHttp ? 'headers' : 'env', at, 'name'],
        message: `The ${isHttp ? 'header' : 'variable'} ${name} is given twice. Keep one of them.`,
        params: { repeated: name },
      })
    seen.add(key)
  }
  if (exceedsReviewLimit(transport))
    context.addIssue({
      code: 'too_big',
      origin: 'string',
      maximum: LAUNCH_LIMIT.characters,
      input: transport,
      message: `This launch is too much to read before it runs: all of its texts together can have ${LAUNCH_LIMIT.characters} characters, and ${LAUNCH_LIMIT.unseen} line breaks and characters that cannot be seen. Shorten them, or keep them in a file that an argument names.`,
    })
})
export type DraftTransport = z.infer<typeof draftTransportSchema>

/** `password: null` keeps the one that is stored already. */
export const draftNetworkSchema = z.object({
  proxy: z.union([
    z.literal('system'),
    z.literal('none'),
    z.object({
      url: z
        .url({ protocol: /^https?$/, error: 'Give a proxy that starts with http:// or https://.' })
        .max(4096)
        .refine((url) => !/^\w+:\/\/[^/]*@/.test(url), 'Give user name and password apart.'),
      user: noNul('The user name', 256).optional(),
      password: noNul('The password', 4096).nullable().optional(),
    }),
  ]),
  caFile: noNul('The file', 4096).optional(),
})
export type DraftNetwork = z.infer<typeof draftNetworkSchema>

const secretSchema = noNul('The value', 65_536).nullable()

const issuerSchema = z
  .url({ protocol: /^https?$/, error: 'Give a URL that starts with https:// or http://.' })
  .max(2048)
  .refine((url) => !/[?#]|^\w+:\/\/[^/]*@/.test(url), 'An issuer has no query and no user name.')
const clientIdSchema = noNul('The client id', 512)
  .min(1, 'Give a client id.')
  // What may be in one (RFC 6749, appendix A.1).
  .regex(/^[\0\x20-\x7e]*$/, 'A client id has only characters of ASCII.')

/** `value: null` keeps what is stored already. */
export const draftOAuthClientSchema = z
  .object({
    grant: oauthGrantSchema,
    issuer: issuerSchema,
    id: clientIdSchema,
    credential: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('none') }),
      z.object({ kind: z.literal('secret'), value: secretSchema }),
      z.object({
        kind: z.literal('key'),
        value: secretSchema,
        keyId: noNul('The key id', 256).optional(),
      }),
    ]),
    scopes: z
      .array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,256}$/, 'A scope is one word of ASCII.'))
      .max(100)
      .default([]),
    statementFile: noNul('The file', 4096)
      .regex(/^(?:[/\\]|[a-z]:)/i, 'Give the whole path of the file.')
      .optional(),
    provider: z.object({ issuer: issuerSchema, id: clientIdSchema }).optional(),
  })
  .refine(
    ({ grant, statementFile }) =>
      statementFile === undefined
        ? grant !== 'workload'
        : grant === 'workload' || grant === 'enterprise',
    { path: ['statementFile'], message: 'Specify the assertion file.' },
  )
  .refine(({ grant, provider }) => (grant === 'enterprise') === (provider !== undefined), {
    path: ['provider', 'issuer'],
    message: 'Give the identity provider.',
  })
  .refine(({ grant, credential }) => grant !== 'client-credentials' || credential.kind !== 'none', {
    path: ['credential'],
    message: 'Without a person, a client needs a secret or a key.',
  })
export type DraftOAuthClient = z.infer<typeof draftOAuthClientSchema>

/** The name distinguishes servers on every card, so every character of it must be visible. */
export const serverNameSchema = noNul('The name', 80)
  .trim()
  .min(1, 'Give the server a name.')
  .superRefine((name, context) => {
    const unseen = firstInvisible(name)
    if (unseen !== undefined)
      context.addIssue({
        code: 'custom',
        message: `The name has a character that cannot be seen, ${codePointName(unseen)}. Type the name again without it.`,
        params: { unseen },
      })
  })

/** The input of a person for a server to add, or to change when `id` is given. */
export const serverDraftSchema = z.object({
  id: identifierSchema.optional(),
  name: serverNameSchema,
  /** The person typed no name: the server's own title may take its place at the first connection. */
  isNameSuggested: z.literal(true).optional(),
  transport: draftTransportSchema,
  protocol: protocolPreferenceSchema.default('auto'),
  network: draftNetworkSchema.optional(),
  /** Only for an address. */
  oauthClient: draftOAuthClientSchema.optional(),
  /** Only for an address. */
  signInRedirect: signInRedirectSchema.optional(),
  start: startPolicySchema.default('launch'),
  requestTimeoutMs: z.number().int().min(1000).max(3_600_000).default(60_000),
})
export type ServerDraft = z.infer<typeof serverDraftSchema>
export type ServerDraftInput = z.input<typeof serverDraftSchema>
