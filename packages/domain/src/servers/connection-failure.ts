import { z } from 'zod'
import { fileChangeSchema } from './launch/launch-pin.ts'
import { placeholderSchema } from './launch/placeholder-value.ts'

/**
 * Reason for which a connection is down. `code` and `data` suffice to say it in any language. `code` and `data` are
 * enough to say it in any language.
 */
export const connectionFailureSchema = z.object({
  code: z.enum([
    'command-not-found',
    'command-not-executable',
    'directory-missing',
    'secret-missing',
    'keychain-locked',
    'keychain-unavailable',
    'secret-elsewhere',
    'launch-changed',
    'no-workspace-folder',
    'preparation-timeout',
    'exited',
    'no-response',
    'bad-output',
    'unreachable',
    'tls',
    'proxy',
    'ca-file',
    'http-status',
    'sign-in-needed',
    'redirected',
    'version-unsupported',
    'protocol',
    'internal',
  ]),
  /** The failure and its remedy, in one or two English sentences. */
  message: z.string(),
  command: z.string().optional(),
  lookedIn: z.array(z.string()).optional(),
  exitCode: z.number().optional(),
  signal: z.string().optional(),
  status: z.number().optional(),
  /** Milliseconds waited, for `no-response` and `preparation-timeout`. */
  waitedMs: z.number().optional(),
  /** Milliseconds that the server asked to wait before the next request (`Retry-After`). */
  retryAfterMs: z.number().nonnegative().optional(),
  /** The text that was sent or printed in place of a response, or names of missing secrets. */
  detail: z.string().optional(),
  /** For a sign-in: where the browser cannot return, as another program listens there or the issuer refused it. */
  address: z.string().optional(),
  /** For a sign-in: the service's own words about its refusal. */
  said: z.string().max(300).optional(),
  /** For a sign-in: a field with an unexpected value. */
  mismatch: z
    .object({
      /** Where it came; `client`: the issuer that the client in the settings is for. */
      of: z.enum(['metadata', 'response', 'client']).default('metadata'),
      field: z.string(),
      expected: z.string(),
      found: z.string().nullable(),
    })
    .optional(),
  /** The last lines the server printed, oldest first; stderr and, for `bad-output`, stdout. */
  lastLines: z.array(z.string()),
  /** For `launch-changed`: the differences from the allowed launch; empty when no files were recorded then. */
  changes: z.array(fileChangeSchema).optional(),
  /** For `launch-changed`: values of placeholders that were not allowed. */
  placeholders: z.array(placeholderSchema.omit({ workspace: true })).optional(),
})
export type ConnectionFailure = z.infer<typeof connectionFailureSchema>

/** Returns the failure of a start that ended before anything ran or was sent: reading its inputs took too long. */
export function preparationTimeout(serverName: string, waitedMs: number): ConnectionFailure {
  const seconds = Math.round(waitedMs / 100) / 10
  return {
    code: 'preparation-timeout',
    waitedMs,
    message:
      `${serverName} was not started: its command, files, secrets or proxy could not be read within ${seconds} s. ` +
      'Check the keychain, the proxy and network folders, then start it again.',
    lastLines: [],
  }
}
