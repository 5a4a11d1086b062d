import { z } from 'zod'
import { identifierSchema, timestampSchema } from './identifier.ts'
import { jsonObjectSchema } from './json.ts'
import { toolSchema } from './tool.ts'

/** Who asks and why; the same for every kind of ask. */
const askBase = {
  id: identifierSchema,
  serverId: identifierSchema,
  serverName: z.string(),
  serverHue: z.number().int().nonnegative(),
  createdAt: timestampSchema,
  state: z.discriminatedUnion('status', [
    z.object({ status: z.literal('pending') }),
    z.object({ status: z.literal('answered'), at: timestampSchema, outcome: z.string() }),
    z.object({ status: z.literal('withdrawn'), at: timestampSchema, reason: z.string() }),
  ]),
}

/** A model (or the person, in manual mode) wants to call a tool. */
export const toolApprovalAskSchema = z.object({
  ...askBase,
  kind: z.literal('tool-approval'),
  conversationId: identifierSchema,
  conversationTitle: z.string(),
  turnId: identifierSchema,
  entryId: identifierSchema,
  origin: z.enum(['model', 'person']),
  step: z.number().int().positive(),
  stepLimit: z.number().int().positive(),
  tool: toolSchema,
  arguments: jsonObjectSchema,
})
export type ToolApprovalAsk = z.infer<typeof toolApprovalAskSchema>

/** Everything that needs a person. Later kinds join this union, not another mechanism. */
export const askSchema = z.discriminatedUnion('kind', [toolApprovalAskSchema])
export type Ask = z.infer<typeof askSchema>

export const toolApprovalAnswerSchema = z.object({
  kind: z.literal('tool-approval'),
  decision: z.enum(['allow-once', 'allow-in-chat', 'deny']),
  /** The person's edit of the arguments; absent = as proposed. */
  arguments: jsonObjectSchema.optional(),
  /** Words for the model, with `deny`. */
  reason: z.string().max(4000).optional(),
})
export type ToolApprovalAnswer = z.infer<typeof toolApprovalAnswerSchema>

export const askAnswerSchema = z.discriminatedUnion('kind', [toolApprovalAnswerSchema])
export type AskAnswer = z.infer<typeof askAnswerSchema>

export type AskEvent =
  | { type: 'answered'; at: number; answer: AskAnswer }
  | { type: 'withdrawn'; at: number; reason: string }

/** Only a pending ask changes: a second answer, or an answer to a withdrawn ask, is ignored. */
export function reduceAsk(ask: Ask, event: AskEvent): Ask {
  if (ask.state.status !== 'pending') return ask
  switch (event.type) {
    case 'answered':
      return {
        ...ask,
        state: { status: 'answered', at: event.at, outcome: event.answer.decision },
      }
    case 'withdrawn':
      return { ...ask, state: { status: 'withdrawn', at: event.at, reason: event.reason } }
  }
}
