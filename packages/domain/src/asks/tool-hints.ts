import type { ToolMark } from '../approvals/approval-mode.ts'
import type { ToolApprovalAsk } from './ask.ts'
import type { ToolWarnings } from '../tools/tool-form.ts'
import type { Tool } from '../tools/tool.ts'

/** The hints that a server declares for its tool, which no one checked. */
export interface ToolHints {
  isReadOnly: boolean
  /** True if it may destroy something. No read-only tool does. */
  isDestructive: boolean
  /** True if it may reach outside of the server's own data. */
  isOpenWorld: boolean
}

/**
 * The hints of a tool, with the defaults of the specification (MCP 2025-11-25, schema: ToolAnnotations). One that is
 * declared read-only and destructive at once is destructive.
 */
export function toolHints({ annotations = {} }: Pick<Tool, 'annotations'>): ToolHints {
  const isReadOnly = annotations.readOnlyHint === true && annotations.destructiveHint !== true
  return {
    isReadOnly,
    isDestructive: !isReadOnly && (annotations.destructiveHint ?? true),
    isOpenWorld: annotations.openWorldHint ?? true,
  }
}

/**
 * The effect that a server declares for its tool. `undeclared`: it leaves something open.
 * `changes-data`: it changes data of its own, destroys nothing and reaches nothing outside.
 */
export type DeclaredEffect =
  | 'read-only'
  | 'changes-data'
  | 'destructive'
  | 'open-world'
  | 'undeclared'

type Declared = { annotations?: Tool['annotations'] | undefined; mark?: ToolMark | undefined }

/** The declared effect; the person's mark fills in what the server leaves open, and contradicts nothing. */
export function declaredEffect(tool: Declared): DeclaredEffect {
  const effect = effectOf(tool.annotations ?? {})
  return tool.mark === 'read-only' && isMarkable(tool) ? 'read-only' : effect
}

/** True if the person may mark the tool as read-only: its server does not declare otherwise. */
export function isMarkable({ annotations = {} }: Declared): boolean {
  const { readOnlyHint, destructiveHint, openWorldHint } = annotations
  return (
    effectOf(annotations) !== 'read-only' &&
    readOnlyHint !== false &&
    destructiveHint !== true &&
    openWorldHint !== true
  )
}

function effectOf(annotations: NonNullable<Tool['annotations']>): DeclaredEffect {
  const { readOnlyHint, destructiveHint, openWorldHint } = annotations
  if (destructiveHint === true) return 'destructive'
  if (openWorldHint === true) return 'open-world'
  if (openWorldHint !== false) return 'undeclared'
  if (readOnlyHint === true) return 'read-only'
  return destructiveHint === false ? 'changes-data' : 'undeclared'
}

/**
 * True if a tool may be among those that are allowed together as read-only. A tool that declares that it destroys
 * or reaches outside, or does not declare the contrary, is allowed only by itself.
 */
export function isAllowedAsReadOnly({ annotations }: Pick<Tool, 'annotations'>): boolean {
  return declaredEffect({ annotations }) === 'read-only'
}

/**
 * True if a call may stand folded in a batch, and be allowed without opening it: its tool is declared read-only and not
 * destructive, and there is nothing to warn of.
 */
export function isFoldable(ask: Parameters<typeof isWarned>[0]): boolean {
  return toolHints(ask.tool).isReadOnly && !isWarned(ask)
}

/**
 * True if the press in the card is enough to allow a tool in one chat: what it declares rules out that it destroys or
 * reaches outside, its definition and server are pinned, and there is nothing to warn of.
 */
export function isAllowedInChatByPress(
  ask: Pick<ToolApprovalAsk, 'definition' | 'serverIdentity'> & Parameters<typeof isWarned>[0],
): boolean {
  const { isDestructive, isOpenWorld } = toolHints(ask.tool)
  const isPinned = ask.definition !== undefined && ask.serverIdentity !== undefined
  return isPinned && !isDestructive && !isOpenWorld && !isWarned(ask)
}

/**
 * True if a permission that is given with one call covers another one of its step: of the same tool, or with `tools` of the
 * tools that its server declares read-only, as they are pinned now, and without a warning.
 */
export function isCoveredWith(
  ask: ToolApprovalAsk,
  other: ToolApprovalAsk,
  tools: 'read-only' | undefined,
): boolean {
  const isSameStep = ask.turnId === other.turnId && ask.step === other.step
  const isPinned = ask.serverIdentity !== undefined && other.definition !== undefined
  const isSameServer =
    ask.serverId === other.serverId && ask.serverIdentity === other.serverIdentity
  if (!isSameStep || !isPinned || !isSameServer || isWarned(other)) return false
  if (tools === 'read-only') return isAllowedAsReadOnly(other.tool)
  return ask.tool.name === other.tool.name && ask.definition === other.definition
}

function isWarned({
  tool,
  ...ask
}: Pick<ToolApprovalAsk, 'tool' | 'provenance' | 'unasked' | keyof ToolWarnings>): boolean {
  return (
    ask.voided !== undefined ||
    ask.changed !== undefined ||
    ask.renamedFrom !== undefined ||
    ask.similar?.some(({ toolName }) => toolName !== tool.name) === true ||
    ask.unasked !== undefined ||
    ask.provenance !== undefined
  )
}
