import type { ToolMark } from './approval-mode.ts'
import type { Tool } from './tool.ts'

/** The hints that a server declares for its tool, which no one checked. */
export interface ToolHints {
  isReadOnly: boolean
  /** Whether it may destroy something. Nothing that is read-only does. */
  isDestructive: boolean
  /** Whether it may reach outside of what the server itself holds. */
  isOpenWorld: boolean
}

/** The hints of a tool, with the defaults of the specification (MCP 2025-11-25, schema: ToolAnnotations). */
export function toolHints({ annotations = {} }: Pick<Tool, 'annotations'>): ToolHints {
  const isReadOnly = annotations.readOnlyHint ?? false
  return {
    isReadOnly,
    isDestructive: !isReadOnly && (annotations.destructiveHint ?? true),
    isOpenWorld: annotations.openWorldHint ?? true,
  }
}

/**
 * The effect that a server declares for its tool. `undeclared`: it leaves something open or contradicts itself.
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
  if (readOnlyHint === true && destructiveHint === true) return 'undeclared'
  if (destructiveHint === true) return 'destructive'
  if (openWorldHint === true) return 'open-world'
  if (openWorldHint !== false) return 'undeclared'
  if (readOnlyHint === true) return 'read-only'
  return destructiveHint === false ? 'changes-data' : 'undeclared'
}

/**
 * Whether a tool may be among those that are allowed together as read-only. One that declares that it
 * destroys or reaches outside, or does not declare that it does neither, is only ever allowed by itself.
 */
export function isAllowedAsReadOnly({ annotations }: Pick<Tool, 'annotations'>): boolean {
  return declaredEffect({ annotations }) === 'read-only'
}
