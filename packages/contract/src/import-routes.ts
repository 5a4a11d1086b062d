import {
  foundImportSchema,
  identifierSchema,
  importAnswerSchema,
  importChoiceSchema,
  importOutcomeSchema,
  importPreviewSchema,
  importReviewSchema,
} from '@gatehouse/domain'
import { z } from 'zod'
import { route } from './route.ts'

const id = z.object({ id: identifierSchema })

/**
 * Servers from the configurations of other programs. The window names no path: main reads known
 * places, and what the person picks in a dialog. Secrets that were read stay in main; all but
 * `find` and `open` fail with `import/over` once the import was closed or is too old.
 */
export const importRoutes = {
  /** Which programs have servers on this machine. */
  'import.find': route({ input: z.object({}), output: z.array(foundImportSchema) }),
  /** Begins an import with everything that is found. */
  'import.open': route({ input: z.object({}), output: importPreviewSchema }),
  /** Adds a file, or a project's folder, that the person picks; null when they closed the dialog. */
  'import.choose-file': route({ input: id, output: importPreviewSchema.nullable() }),
  'import.choose-folder': route({ input: id, output: importPreviewSchema.nullable() }),
  /** Adds the variables of a file that the person picks to one server; null when they closed the dialog. */
  'import.choose-variables': route({
    input: z.object({ id: identifierSchema, serverId: identifierSchema }),
    output: importPreviewSchema.nullable(),
  }),
  /** Adds what the person pasted. */
  'import.read-text': route({
    input: z.object({ id: identifierSchema, text: z.string().min(1).max(1_000_000) }),
    output: importPreviewSchema,
  }),
  /** Runs nothing: exactly what would run, for the person to read. */
  'import.review': route({
    input: z.object({
      id: identifierSchema,
      choices: z.array(importChoiceSchema).min(1).max(500),
      answers: z.array(importAnswerSchema).max(2000),
    }),
    output: importReviewSchema,
  }),
  /**
   * One value that a review hides, when the person wants to see it: of the file or typed, never of their
   * own environment (`import/own-value`).
   */
  'import.reveal-value': route({
    input: z.object({
      id: identifierSchema,
      reviewId: identifierSchema,
      serverId: identifierSchema,
      name: z.string().max(256),
    }),
    output: z.object({ value: z.string() }),
  }),
  /** Adds what was reviewed, all or nothing, and starts it when `start` is true. */
  'import.save': route({
    input: z.object({ id: identifierSchema, reviewId: identifierSchema, start: z.boolean() }),
    output: importOutcomeSchema,
  }),
  /** Removes again what this import added. */
  'import.undo': route({ input: id, output: z.void() }),
  /** Forgets what was read. Never fails. */
  'import.close': route({ input: id, output: z.void() }),
}
