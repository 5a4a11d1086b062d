import { identifierSchema } from '@gatehouse/domain'
import {
  foundImportSchema,
  importAnswerSchema,
  importChoiceSchema,
  serverImportOutcomeSchema,
  serverImportPreviewSchema,
} from '@gatehouse/domain/launch'
import { z } from 'zod'
import { byId, noInput, route } from './route.ts'

/**
 * Imports servers from the configurations of other programs. The window names no path: main reads known places, and
 * the files that the person picks in a dialog. Secrets stay in main. All but `find` and `open` fail with
 * `import/over` once the import was closed or is too old.
 */
export const importRoutes = {
  /** The programs with servers on this machine. */
  'import.find': route({ input: noInput, output: z.array(foundImportSchema), acts: 'free' }),
  /** Begins an import with all found servers; with none when `known` is false. */
  'import.open': route({
    input: z.object({ known: z.boolean().optional() }),
    output: serverImportPreviewSchema,
    acts: 'free',
  }),
  /**
   * Adds a file, or a project's folder, that the person picks; null when they closed the dialog. `replaces`: it takes
   * the place of all that was read before.
   */
  'import.choose-file': route({
    input: byId.extend({ replaces: z.boolean().optional() }),
    output: serverImportPreviewSchema.nullable(),
    acts: 'press',
  }),
  'import.choose-folder': route({
    input: byId,
    output: serverImportPreviewSchema.nullable(),
    acts: 'press',
  }),
  /**
   * Reads a file that the person dropped, in place of all that was read before. Fails with `import/not-picked` for any
   * other.
   */
  'import.read-file': route({
    input: byId.extend({ path: z.string().min(1).max(4096) }),
    output: serverImportPreviewSchema,
    acts: 'free',
  }),
  /**
   * Fetches the bundle of a server from the address that the person saw, in place of all that was read before; null when
   * it was cancelled. Fails with `download/failed`, `import/server-gone`, `import/unreadable`.
   */
  'import.download': route({
    input: z.object({
      id: identifierSchema,
      serverId: identifierSchema,
      url: z.string().min(1).max(4096),
      /** Names it for `server.request-progress` and `server.cancel-request`. */
      requestId: identifierSchema,
    }),
    output: serverImportPreviewSchema.nullable(),
    // A host is asked that the person saw.
    acts: {
      by: 'own-press',
      record: ({ url }) => ({ kind: 'bundle-download', serverId: null, subject: url }),
    },
  }),
  /** Adds the variables of a file that the person picks to one server; null when they closed the dialog. */
  'import.choose-variables': route({
    input: z.object({ id: identifierSchema, serverId: identifierSchema }),
    output: serverImportPreviewSchema.nullable(),
    acts: 'press',
  }),
  /** Adds the pasted text, or replaces the earlier one. Nothing runs. */
  'import.read-text': route({
    input: z.object({
      id: identifierSchema,
      text: z.string().min(1).max(1_000_000),
      replaces: z.boolean().optional(),
    }),
    output: serverImportPreviewSchema,
    acts: 'free',
  }),
  /**
   * Shows the person the exact launch of every chosen server, in a window that this one cannot reach. Adds them all
   * if they agree, or none. The person starts them later.
   */
  'import.propose': route({
    input: z.object({
      id: identifierSchema,
      choices: z.array(importChoiceSchema).min(1).max(500),
      answers: z.array(importAnswerSchema).max(2000),
      /** Names the installations of it for `server.request-progress` and `server.cancel-request`. */
      requestId: identifierSchema.optional(),
    }),
    output: z.discriminatedUnion('outcome', [
      serverImportOutcomeSchema.extend({ outcome: z.literal('saved') }),
      z.object({ outcome: z.literal('cancelled') }),
    ]),
    acts: 'press',
  }),
  /** Trusts a signer of bundles no longer. */
  'import.forget-signer': route({
    input: z.object({ certificate: z.string().regex(/^[0-9a-f]{64}$/) }),
    output: z.void(),
    acts: 'free',
  }),
  /** Removes the servers that this import added. */
  'import.undo': route({ input: byId, output: z.void(), acts: 'press' }),
  /** Discards the read data. Never fails. */
  'import.close': route({ input: byId, output: z.void(), acts: 'free' }),
}
