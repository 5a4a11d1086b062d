import { z } from 'zod'
import { identifierSchema, timestampSchema } from '../identifier.ts'

/** The decision of a person on the instructions of a server (`instructions` of `initialize` and `server/discover`). */
export const instructionsDecisionSchema = z.object({
  serverId: identifierSchema,
  decision: z.enum(['allowed', 'refused']),
  /** Digest of who the server was: what is allowed holds for no other one. */
  identity: z.string(),
  /** The text that was decided on. If it is allowed, models get exactly this text. */
  text: z.string(),
  decidedAt: timestampSchema,
})
export type InstructionsDecision = z.infer<typeof instructionsDecisionSchema>

/** Risks of new instructions that the allowed ones did not have: invisible characters, words that read like orders. */
export const instructionsMeaningSchema = z.enum(['hidden', 'orders'])
export type InstructionsMeaning = z.infer<typeof instructionsMeaningSchema>

/** The instructions of a server as the window shows them. */
export const serverInstructionsSchema = z.object({
  /** The announced text; while it is not known, the allowed one. `null`: none. */
  text: z.string().nullable(),
  /**
   * Models are given the text only where it is `allowed`. `changed`, `server-changed`: it was allowed, and the
   * text or the server is another one since. `gone`: the server announces nothing any more.
   */
  state: z.enum(['none', 'undecided', 'allowed', 'refused', 'changed', 'server-changed', 'gone']),
  /** The text that was allowed, where the state is that one was. */
  before: z.string().nullable(),
  meanings: z.array(instructionsMeaningSchema),
})
export type ServerInstructionsView = z.infer<typeof serverInstructionsSchema>
