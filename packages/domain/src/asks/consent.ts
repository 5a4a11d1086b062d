import { z } from 'zod'
import { approvalModeSchema } from '../approvals/approval-mode.ts'
import { approvalRuleSchema } from '../approvals/approval-rule.ts'
import { restorePreviewSchema } from '../settings/backup.ts'
import { appAccessSchema, refusedNeedSchema } from '../apps/app-access.ts'
import { auditDaysSchema } from '../audit/audit-retention.ts'
import { flowRuleSchema } from '../approvals/data-flow.ts'
import { identifierSchema, timestampSchema } from '../identifier.ts'
import { launchReviewSchema } from '../servers/launch/launch-review.ts'
import { linkReviewSchema } from '../settings/opened-link.ts'
import { networkReachSchema } from '../settings/network-settings.ts'
import { samplingRuleSchema } from '../sampling/sampling-policy.ts'
import { installPlanSchema } from '../servers/launch/install-plan.ts'
import { importReviewSchema } from '../servers/launch/server-import.ts'
import { runtimePlanSchema } from '../servers/launch/runtimes.ts'
import { installEcosystemSchema } from '../servers/launch/wanted-package.ts'
import { settingsSchema } from '../settings/settings.ts'
import { toolSchema } from '../tools/tool.ts'
import { vaultStateSchema } from '../settings/vault-state.ts'

/** One part of a server's launch that is about to be another. Null where there is none. */
export const launchChangeSchema = z.object({
  part: z.enum([
    'name',
    'command',
    'arguments',
    'url',
    'directory',
    'environment',
    'headers',
    'connection',
    'client',
  ]),
  before: z.string().nullable(),
  after: z.string().nullable(),
})
export type LaunchChange = z.infer<typeof launchChangeSchema>

/** A tool, and the rules that decide about its calls in a mode: as it is trusted now, and if its server is trusted. */
const toolRulesSchema = z.object({
  /** As its server names it. */
  name: z.string(),
  title: z.string(),
  now: approvalRuleSchema,
  trusted: approvalRuleSchema,
})

/** A server, and what its tools would do in a mode. */
const serverRulesSchema = z.object({
  id: identifierSchema,
  name: z.string(),
  hue: z.number().int().nonnegative(),
  tools: z.array(toolRulesSchema),
})
export type ServerRules = z.infer<typeof serverRulesSchema>

/**
 * Requests that only a person may allow, in a window that no page script reaches: running something new, sending a
 * secret or chats to a new receiver, and every standing permission.
 */
export const consentRequestSchema = z.discriminatedUnion('kind', [
  /** A server that is new, or changed in what runs; typed secrets are left out of the draft. */
  z.object({
    kind: z.literal('launch'),
    review: launchReviewSchema,
    /** The differences from the saved server; null for a new one. */
    changes: z.array(launchChangeSchema).nullable(),
    vault: vaultStateSchema,
  }),
  z.object({ kind: z.literal('import'), review: importReviewSchema, vault: vaultStateSchema }),
  /** Packages that are to be fetched, each into a folder of its own. Nothing of them runs. */
  z.object({
    kind: z.literal('install'),
    plans: z.array(installPlanSchema).min(1),
    /** Planned launches, shown in the same window; absent where they are known only after the installation. */
    launches: importReviewSchema.optional(),
    /** The planned launch of one server, in place of `launches`. */
    launch: z
      .object({ review: launchReviewSchema, changes: z.array(launchChangeSchema).nullable() })
      .optional(),
    vault: vaultStateSchema.optional(),
  }),
  /** Scripts or builds of packages that are to run once, those that the person chooses. */
  z.object({
    kind: z.literal('install-scripts'),
    serverName: z.string(),
    ecosystem: installEcosystemSchema.exclude(['oci']),
    packages: z.array(
      /** `id`: name and version. */
      z.object({
        id: z.string(),
        scripts: z.array(z.object({ name: z.string(), line: z.string() })),
      }),
    ),
  }),
  /** A copy of a runtime that is to be fetched, for launches that lack it. Nothing of it runs yet. */
  z.object({ kind: z.literal('runtime'), plan: runtimePlanSchema }),
  /** Chats, and a key if there is one, go to an address to which nothing went so far. */
  z.object({
    kind: z.literal('provider'),
    name: z.string(),
    /** The normalised address. */
    baseUrl: z.string(),
    /** Its host as typed, if that reads as another one. */
    written: z.string().nullable(),
    /** The address that it has now; null for a new provider. */
    before: z.string().nullable(),
    hasKey: z.boolean(),
    /** Headers that go there as well; their values are not included. */
    headers: z.array(z.object({ name: z.string(), isSecret: z.boolean() })),
    vault: vaultStateSchema,
  }),
  /** A tool that is to run without asking from now on, in one chat, in those of a workspace, or in all. */
  z.object({
    kind: z.literal('grant'),
    scope: z.enum(['chat', 'workspace', 'always']),
    serverName: z.string(),
    serverHue: z.number().int().nonnegative(),
    tool: toolSchema,
    conversationTitle: z.string(),
    /** The chat's; `chats` are in it now. `null` where the chat is in none. */
    workspace: z.object({ name: z.string(), chats: z.number().int().nonnegative() }).nullable(),
  }),
  /** A chat is to be in a workspace whose permissions let tools run in it without asking. */
  z.object({
    kind: z.literal('chat-workspace'),
    conversationTitle: z.string(),
    workspaceName: z.string(),
    /** The mode of the workspace, where the chat would ask about fewer calls than now. */
    mode: approvalModeSchema.optional(),
    permissions: z.array(
      z.object({
        serverName: z.string(),
        serverHue: z.number().int().nonnegative(),
        toolName: z.string(),
      }),
    ),
  }),
  /** Tools that their server declares read-only are to run from now on without asking. */
  z.object({
    kind: z.literal('read-only-tools'),
    serverName: z.string(),
    serverHue: z.number().int().nonnegative(),
    /** Each as its server names it. */
    tools: z.array(z.object({ name: z.string(), title: z.string() })),
    /** Number of other tools that models are offered and that still need approval. */
    others: z.number().int().nonnegative(),
    scope: z.enum(['chat', 'workspace', 'always']),
    /** Title of the chat, or name of the workspace; empty for all chats. */
    place: z.string(),
  }),
  /** A chat, or the chats of a workspace that have no mode of their own, is to ask about fewer calls. */
  z.object({
    kind: z.literal('approval-mode'),
    before: approvalModeSchema,
    after: approvalModeSchema,
    where: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('chat'), title: z.string() }),
      z.object({ kind: z.literal('workspace'), name: z.string() }),
    ]),
    /** The person may choose those to be trusted. */
    servers: z.array(serverRulesSchema),
  }),
  /** The declarations of a server are to count: in modes that let such tools run by themselves. */
  z.object({
    kind: z.literal('trust-server'),
    /** By the rules of the widest mode. */
    server: serverRulesSchema,
  }),
  /** A tool that is to count as read-only although its server does not declare it. */
  z.object({
    kind: z.literal('mark-read-only'),
    serverName: z.string(),
    serverHue: z.number().int().nonnegative(),
    tool: toolSchema,
  }),
  /** A server's sampling is to be asked about less than now. */
  z.object({
    kind: z.literal('sampling-policy'),
    serverName: z.string(),
    serverHue: z.number().int().nonnegative(),
    before: samplingRuleSchema,
    after: samplingRuleSchema,
    /** For a budget: each model by its name and its provider's, and where its requests go. */
    models: z.array(z.object({ name: z.string(), provider: z.string(), baseUrl: z.string() })),
  }),
  /** Text from one server is to go to another with fewer questions than now. */
  z.object({
    kind: z.literal('data-flow'),
    /** `null`: files that the person attached. */
    from: z.object({ name: z.string(), hue: z.number().int().nonnegative() }).nullable(),
    toName: z.string(),
    toHue: z.number().int().nonnegative(),
    before: flowRuleSchema,
    after: flowRuleSchema,
  }),
  /** Models are to be sent the instructions of a server, in chats that use it. */
  z.object({
    kind: z.literal('instructions'),
    serverName: z.string(),
    serverHue: z.number().int().nonnegative(),
    text: z.string(),
    /** The text that was allowed before; `null`: none was. */
    before: z.string().nullable(),
  }),
  /** Older records of decisions are to be deleted, or sooner than now. */
  z.object({
    kind: z.literal('audit-retention'),
    before: auditDaysSchema,
    after: auditDaysSchema.unwrap(),
    /** Number of records that are deleted at once. */
    deletes: z.number().int().nonnegative(),
  }),
  /** Models and servers are to be reached through another proxy, or other certificates are to be believed. */
  z.object({
    kind: z.literal('network'),
    before: networkReachSchema,
    after: networkReachSchema,
    vault: vaultStateSchema,
  }),
  /** An address in a chat, which may carry text of it to its host, is to be opened in the browser. */
  z.object({ kind: z.literal('link'), review: linkReviewSchema }),
  /** The interface of a server is to run in a window of its own, with hosts or permissions. */
  z.object({
    kind: z.literal('app-access'),
    serverName: z.string(),
    serverHue: z.number().int().nonnegative(),
    /** The call whose interface it is; the tool as its server calls it. */
    toolTitle: z.string(),
    uri: z.string(),
    /** SHA-256 of the HTML, in hex. */
    hash: z.string(),
    bytes: z.number().int().nonnegative(),
    access: appAccessSchema,
    refused: z.array(refusedNeedSchema),
    /** The last consent and the differences since; `null` for the first one. */
    before: z
      .object({
        access: appAccessSchema,
        at: timestampSchema,
        isOtherPage: z.boolean(),
        isOtherServer: z.boolean(),
      })
      .nullable(),
    /** Nothing is remembered: the chat is temporary. */
    isTemporary: z.boolean(),
  }),
  /** A backup is to take the place of all data, with its servers, recipients and permissions. */
  z.object({ kind: z.literal('restore'), preview: restorePreviewSchema }),
  /** Folders that the person did not pick in the system's own dialog, nor drop. */
  z.object({ kind: z.literal('folders'), workspaceName: z.string(), paths: z.array(z.string()) }),
])
export type ConsentRequest = z.infer<typeof consentRequestSchema>

/**
 * `allow-and-start`: only for what can be started, `allow-and-remember`: only for the host of a link; for all else the
 * same as `allow`.
 */
export const consentDecisionSchema = z.enum([
  'cancel',
  'allow',
  'allow-and-start',
  'allow-and-remember',
])
export type ConsentDecision = z.infer<typeof consentDecisionSchema>

/** A decision with the choices in the window, by id. */
export interface ConsentOutcome {
  decision: ConsentDecision
  chosen: readonly string[]
}

/** The contents of the consent window. */
export const consentViewSchema = z.object({
  id: identifierSchema,
  request: consentRequestSchema,
  /** BCP 47, the language of the interface. */
  locale: z.string(),
  theme: settingsSchema.shape.theme.unwrap(),
  platform: z.string(),
})
export type ConsentView = z.infer<typeof consentViewSchema>
