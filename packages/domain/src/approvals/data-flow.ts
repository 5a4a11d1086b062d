import { z } from 'zod'
import { identifierSchema, timestampSchema } from '../identifier.ts'

/** The source of a text in the arguments of a call: another server, or a file that the person attached. */
export const flowSourceSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('server'),
    serverId: identifierSchema,
    serverName: z.string(),
    serverHue: z.number().int().nonnegative(),
  }),
  z.object({ kind: z.literal('file'), name: z.string() }),
])
export type FlowSource = z.infer<typeof flowSourceSchema>

/** Text in the arguments of a call that came from elsewhere than the server that would get it. */
export const dataFlowSchema = z.object({
  from: flowSourceSchema,
  /** The entry of the chat that has it. */
  turnId: identifierSchema,
  entryId: identifierSchema,
  /** The origin within the source: a tool, the URI of a resource, a prompt. */
  label: z.string(),
  /** The argument that has it; empty where it lies in several, or in several calls. */
  path: z.string(),
  /** `encoded`: decoded it is the same; `split`: in pieces, over arguments or calls. */
  how: z.enum(['plain', 'encoded', 'reversed', 'split']),
  /** Letters and digits that they have in common. */
  characters: z.number().int().positive(),
  /** The beginning of it as it stands in the arguments, decoded. */
  excerpt: z.string(),
})
export type DataFlow = z.infer<typeof dataFlowSchema>

/** The sources of the arguments, as an ask shows them. */
export const callFlowsSchema = z.object({
  flows: z.array(dataFlowSchema),
  /** Flows beyond those that are listed. */
  more: z.number().int().positive().optional(),
  /** There is more in the chat, or in the arguments, than was compared. */
  isIncomplete: z.literal(true).optional(),
  /** A file of the chat could not be read, and so not compared. */
  isUnread: z.literal(true).optional(),
  /** The host that the call leaves this computer for; absent: nothing is known of where it ends. */
  leavesFor: z.string().optional(),
  /** A standing permission allows the tool: it is asked about because of this alone. */
  isAllowedTool: z.literal(true).optional(),
})
export type CallFlows = z.infer<typeof callFlowsSchema>

/** The rule for calls with text from one server for another. Without a rule it is `ask`. */
export const flowRuleSchema = z.enum(['allow', 'ask', 'never'])
export type FlowRule = z.infer<typeof flowRuleSchema>

/** The rule that a person gave for a pair of servers. */
export const dataFlowRuleSchema = z.object({
  id: identifierSchema,
  /** `null`: files that the person attached. */
  fromId: identifierSchema.nullable(),
  toId: identifierSchema,
  rule: z.enum(['allow', 'never']),
  /** Digests of who the servers were: for others only `never` holds. Empty for files. */
  fromIdentity: z.string(),
  toIdentity: z.string(),
  createdAt: timestampSchema,
})
export type DataFlowRule = z.infer<typeof dataFlowRuleSchema>

/** A rule as the window lists it. */
export const dataFlowRuleViewSchema = dataFlowRuleSchema
  .omit({ fromIdentity: true, toIdentity: true })
  .extend({
    /** One of the servers changed since, so the person is asked. */
    isVoid: z.boolean(),
  })
export type DataFlowRuleView = z.infer<typeof dataFlowRuleViewSchema>

const ORDER: readonly FlowRule[] = ['never', 'ask', 'allow']

/** True if `next` allows a flow of text that `now` does not. */
export function widensFlow(now: FlowRule, next: FlowRule): boolean {
  return ORDER.indexOf(next) > ORDER.indexOf(now)
}
