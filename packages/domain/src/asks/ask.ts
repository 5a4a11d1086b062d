import { z } from 'zod'
import { approvalRuleSchema } from '../approvals/approval-rule.ts'
import { abortCodeSchema, type AbortCode } from '../abort-reason.ts'
import { argumentProblemSchema } from '../tools/argument-problems.ts'
import { askExpirySchema } from './ask-expiry.ts'
import { askProblemSchema } from './ask-problem.ts'
import { callFlowsSchema } from '../approvals/data-flow.ts'
import { identifierSchema, timestampSchema } from '../identifier.ts'
import { jsonObjectSchema } from '../json/json.ts'
import { modelRefSchema } from '../models/model.ts'
import { adaptedParametersSchema } from '../sampling/sampling-parameters.ts'
import { samplingContextSchema } from '../sampling/sampling-context.ts'
import { samplingAnswerSchema, samplingRequestSchema } from '../sampling/sampling.ts'
import { askedByPolicySchema, countedTokensSchema } from '../sampling/sampling-policy.ts'
import { elicitationAnswerSchema, elicitationRequestSchema } from './server-request.ts'
import { unopenedCallsSchema } from '../approvals/plan-answer.ts'
import { formProblemSchema, toolWarningsSchema } from '../tools/tool-form.ts'
import { toolSchema } from '../tools/tool.ts'

/** Visits to pages of a call that its asks keep. */
export const MAX_PAGE_VISITS = 20

// An ask is a pending request to the person; docs/names.md defines the word.

/** The tool call during which a server asked. */
export const askCauseSchema = z.object({
  conversationId: identifierSchema,
  conversationTitle: z.string(),
  turnId: identifierSchema,
  entryId: identifierSchema,
  toolName: z.string(),
  toolTitle: z.string(),
})
export type AskCause = z.infer<typeof askCauseSchema>

/** The server that asks; the same for every kind of ask. */
const askBase = {
  id: identifierSchema,
  serverId: identifierSchema,
  serverName: z.string(),
  serverHue: z.number().int().nonnegative(),
  /** Digest of the server's identity: its launch, or its address, and the files that run. */
  serverIdentity: z.string().optional(),
  createdAt: timestampSchema,
  /** Absent = it waits as long as it takes. */
  expiry: askExpirySchema.optional(),
  state: z.discriminatedUnion('status', [
    z.object({ status: z.literal('pending') }),
    z.object({ status: z.literal('answered'), at: timestampSchema, outcome: z.string() }),
    z.object({ status: z.literal('withdrawn'), at: timestampSchema, reason: abortCodeSchema }),
  ]),
}

/**
 * Fields of an ask by a server. `causes`: the calls under way at the server; in the modern era exactly the causing
 * one. Empty: the server asked outside of any call.
 */
const serverAskBase = { ...askBase, causes: z.array(askCauseSchema) }

/** A model (or the person, in manual mode) wants to call a tool. */
export const toolApprovalAskSchema = z.object({
  ...askBase,
  kind: z.literal('tool-approval'),
  conversationId: identifierSchema,
  conversationTitle: z.string(),
  turnId: identifierSchema,
  entryId: identifierSchema,
  origin: z.enum(['model', 'person', 'app']),
  step: z.number().int().positive(),
  stepLimit: z.number().int().positive(),
  tool: toolSchema,
  /** SHA-256 of the tool's canonical definition, in hex. */
  definition: z.string().optional(),
  arguments: jsonObjectSchema,
  ...toolWarningsSchema.shape,
  /** Set when a standing permission allows the call: so many calls of this turn ran without asking. */
  unasked: z.number().int().positive().optional(),
  /** The rule by which the call asks. */
  rule: approvalRuleSchema.optional(),
  /** Text in the arguments that came from elsewhere; absent = none was found. */
  provenance: callFlowsSchema.optional(),
  /** Set when the person ran it in its form: why that press was not enough. */
  notByForm: formProblemSchema.optional(),
  /** Members of the arguments that are missing or unknown; absent = none was found. */
  argumentProblems: z.array(argumentProblemSchema).optional(),
})
export type ToolApprovalAsk = z.infer<typeof toolApprovalAskSchema>

/** Visits to the pages of a call, oldest first; the latest 20. */
const pageVisitsSchema = z
  .array(
    z.object({
      at: timestampSchema,
      /** As it stands in the address, with its port. */
      host: z.string(),
      /** `finished`: the server reported that the person is done there. */
      what: z.enum(['opened', 'not-opened', 'retried', 'finished']),
    }),
  )
  .max(MAX_PAGE_VISITS)
export type PageVisit = z.infer<typeof pageVisitsSchema>[number]

/** A server wants a form filled in, or a page visited in the browser. */
export const elicitationAskSchema = z.object({
  ...serverAskBase,
  kind: z.literal('elicitation'),
  request: elicitationRequestSchema,
  /** Failure to open the page when it was accepted. */
  problem: askProblemSchema.optional(),
  visits: pageVisitsSchema.optional(),
})
export type ElicitationAsk = z.infer<typeof elicitationAskSchema>

/**
 * A call failed until the person has finished something in the browser (error -32042, MCP 2025-11-25).
 * Answered by the person, or withdrawn with `finished` when the server reports that it is done.
 */
export const elicitationWaitAskSchema = z.object({
  ...serverAskBase,
  kind: z.literal('elicitation-wait'),
  message: z.string(),
  url: z.string(),
  visits: pageVisitsSchema.optional(),
})
export type ElicitationWaitAsk = z.infer<typeof elicitationWaitAskSchema>

/** The model chosen for a sampling request, and the reason for the choice. */
export const samplingChoiceSchema = z.object({
  /** `null` when no model is connected: only an answer by hand is possible. */
  model: modelRefSchema.nullable(),
  /** `hint`: one of the server's hints is part of its name; `default`: the person's default model. */
  because: z.enum(['hint', 'default', 'only', 'none']),
  hint: z.string().optional(),
})
export type SamplingChoice = z.infer<typeof samplingChoiceSchema>

/** A server's request for a model's answer, before a model sees it. */
export const samplingRequestAskSchema = z.object({
  ...serverAskBase,
  kind: z.literal('sampling-request'),
  /** The request as the server sent it; with `problem`, as the person had edited it for the failed run. */
  request: samplingRequestSchema,
  /** With `problem`: SHA-256 of the server's request, as canonical JSON, in hex. */
  original: z.string().optional(),
  /** With `problem`: the server's request, if `request` differs from it. */
  sent: samplingRequestSchema.optional(),
  choice: samplingChoiceSchema,
  /** With `ask-before` the answer goes to the server without being shown; absent = it is shown too. */
  policy: askedByPolicySchema.optional(),
  /** Failure of the last run. */
  problem: askProblemSchema.optional(),
  /** Context that the server wants to be added; absent: none, or its chat is unknown. */
  context: samplingContextSchema.optional(),
  /** Number of requests that the causing calls have made, this one included, and their limit. */
  step: z
    .object({ number: z.number().int().positive(), limit: z.number().int().positive() })
    .optional(),
})
export type SamplingRequestAsk = z.infer<typeof samplingRequestAskSchema>

/** The answer of the model, before the server gets it. `request` is the request that the model was sent. */
export const samplingResponseAskSchema = z.object({
  ...serverAskBase,
  kind: z.literal('sampling-response'),
  request: samplingRequestSchema,
  model: modelRefSchema,
  response: samplingAnswerSchema,
  /** True if the person stopped the model: the answer is its text so far. */
  isStopped: z.boolean().optional(),
  /** The tokens that the run used. */
  tokens: countedTokensSchema.optional(),
  /** Differences of the parameters from those of `request`; absent = none. */
  fitted: adaptedParametersSchema.optional(),
})
export type SamplingResponseAsk = z.infer<typeof samplingResponseAskSchema>

/** A server wants to know the folders it may work in, for the first time. */
export const rootsAskSchema = z.object({
  ...serverAskBase,
  kind: z.literal('roots'),
  /** Every folder of every workspace. */
  folders: z.array(
    z.object({
      workspaceId: identifierSchema,
      workspaceName: z.string(),
      path: z.string(),
      name: z.string(),
    }),
  ),
})
export type RootsAsk = z.infer<typeof rootsAskSchema>

/** A server needs the person to sign in, in the browser. */
export const signInAskSchema = z.object({
  ...serverAskBase,
  kind: z.literal('sign-in'),
  /**
   * The page as its issuer names it. The values that tie the answer to this sign-in are known to main and the browser
   * alone.
   */
  page: z.string(),
  /** The issuer that signs the person in, as it names itself. */
  issuer: z.string(),
  /** The endpoint that exchanges the answer of the page for tokens. */
  tokenEndpoint: z.string(),
  /** The requested scopes, in the issuer's words; empty = its defaults. */
  scopes: z.array(z.string()),
  /**
   * The resource that the tokens are for, if it is wider than the server: everything at its origin, or below a path
   * of it.
   */
  widerResource: z.string().optional(),
  /** The redirect URI: an address on this computer. */
  redirectUri: z.string(),
  /** `identity`: who the person is, for which their employer's provider vouches; absent = access to the server. */
  purpose: z.literal('identity').optional(),
  /** The person is signed in, and the server wants more than they gave. */
  isMore: z.boolean(),
  /** True once the page was opened, or its link copied, and the answer is awaited. */
  isOpened: z.boolean(),
  /** Failure to open the page or to copy its link. */
  problem: askProblemSchema.optional(),
})
export type SignInAsk = z.infer<typeof signInAskSchema>

/** Everything that needs a person. Later kinds join this union, not another mechanism. */
export const askSchema = z.discriminatedUnion('kind', [
  toolApprovalAskSchema,
  elicitationAskSchema,
  elicitationWaitAskSchema,
  samplingRequestAskSchema,
  samplingResponseAskSchema,
  rootsAskSchema,
  signInAskSchema,
])
export type Ask = z.infer<typeof askSchema>

/** Words for the model or the person's own record; never sent to a server. */
const reason = z.string().max(4000).optional()

/** SHA-256, in hex, of `consentText` over the displayed content; absent only if nothing is sent. */
const shown = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .optional()

export const toolApprovalAnswerSchema = z.object({
  kind: z.literal('tool-approval'),
  decision: z.enum(['allow-once', 'allow-in-chat', 'allow-in-workspace', 'allow-always', 'deny']),
  /** With `allow-in-workspace`: the workspace that the card named. */
  workspaceId: identifierSchema.optional(),
  /**
   * With a decision beyond once: all tools that the server declares read-only and closed, as it declares them now. This
   * call runs once.
   */
  tools: z.literal('read-only').optional(),
  /** The person's edit of the arguments; absent = as proposed. */
  arguments: jsonObjectSchema.optional(),
  /** Words for the model, with `deny`. */
  reason,
  shown,
  /** With `allow-once`: the call was allowed without opening it, with these others. Set by main for the record. */
  unopened: unopenedCallsSchema.optional(),
})
export type ToolApprovalAnswer = z.infer<typeof toolApprovalAnswerSchema>

export const askAnswerSchema = z.discriminatedUnion('kind', [
  toolApprovalAnswerSchema,
  /** Accepting a URL opens it in the browser; main does that, after checking it again. */
  z.object({
    kind: z.literal('elicitation'),
    answer: elicitationAnswerSchema,
    /** Accepted values are saved for the next form of this server, without possible secrets. */
    keep: z.boolean().optional(),
    shown,
  }),
  z.object({ kind: z.literal('elicitation-wait'), decision: z.enum(['retry', 'cancel']), shown }),
  z.object({
    kind: z.literal('sampling-request'),
    answer: z.discriminatedUnion('decision', [
      /** `request`: as the person edited it. */
      z.object({
        decision: z.literal('run'),
        model: modelRefSchema,
        request: samplingRequestSchema,
      }),
      z.object({ decision: z.literal('by-hand'), text: z.string().min(1).max(1_000_000) }),
      z.object({ decision: z.literal('deny'), reason }),
    ]),
    shown,
  }),
  z.object({
    kind: z.literal('sampling-response'),
    answer: z.discriminatedUnion('decision', [
      /** `response`: as the person edited it. */
      z.object({ decision: z.literal('send'), response: samplingAnswerSchema }),
      z.object({ decision: z.literal('regenerate') }),
      z.object({ decision: z.literal('deny'), reason }),
    ]),
    shown,
  }),
  z.object({
    kind: z.literal('roots'),
    /** Paths out of the ask's folders; none = the server sees no folder. Kept for the next time. */
    share: z.array(z.string().max(4096)).max(1000),
    shown,
  }),
  /** `copy`: the link is in the clipboard, for another browser. */
  z.object({ kind: z.literal('sign-in'), decision: z.enum(['open', 'copy', 'cancel']), shown }),
])
export type AskAnswer = z.infer<typeof askAnswerSchema>
/** The answer to an ask of one kind. */
export type AnswerTo<Kind extends Ask['kind']> = Extract<AskAnswer, { kind: Kind }>

export type AskEvent =
  | { type: 'answered'; at: number; answer: AskAnswer }
  | { type: 'withdrawn'; at: number; reason: AbortCode }

/** Only a pending ask changes: a second answer, or an answer to a withdrawn ask, is ignored. */
export function reduceAsk(ask: Ask, event: AskEvent): Ask {
  if (ask.state.status !== 'pending') return ask
  switch (event.type) {
    case 'answered':
      return {
        ...ask,
        state: { status: 'answered', at: event.at, outcome: outcomeOf(event.answer) },
      }
    case 'withdrawn':
      return { ...ask, state: { status: 'withdrawn', at: event.at, reason: event.reason } }
  }
}

function outcomeOf(answer: AskAnswer): string {
  switch (answer.kind) {
    case 'tool-approval':
    case 'elicitation-wait':
    case 'sign-in':
      return answer.decision
    case 'elicitation':
      return answer.answer.action
    case 'sampling-request':
    case 'sampling-response':
      return answer.answer.decision
    case 'roots':
      return answer.share.length === 0 ? 'deny' : 'share'
  }
}
