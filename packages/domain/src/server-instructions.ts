import { z } from 'zod'
import { identifierSchema, timestampSchema } from './identifier.ts'

/** What a person decided about the instructions of a server (`instructions` of `initialize` and `server/discover`). */
export const instructionsDecisionSchema = z.object({
  serverId: identifierSchema,
  decision: z.enum(['allowed', 'refused']),
  /** Digest of who the server was: what is allowed holds for no other one. */
  identity: z.string(),
  /** As it was decided on. What is allowed is given to models in these words and no others. */
  text: z.string(),
  decidedAt: timestampSchema,
})
export type InstructionsDecision = z.infer<typeof instructionsDecisionSchema>

/** What new instructions have that those which were allowed had not: characters that no one sees, words that read like orders. */
export const instructionsMeaningSchema = z.enum(['hidden', 'orders'])
export type InstructionsMeaning = z.infer<typeof instructionsMeaningSchema>

/** The instructions of a server as the window shows them. */
export const serverInstructionsSchema = z.object({
  /** What the server announces; while that is not known, what was allowed. `null`: nothing. */
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
