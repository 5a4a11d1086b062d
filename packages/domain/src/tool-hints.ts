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
 * Whether a tool may be among those that are allowed together as read-only. One that declares that it
 * destroys or reaches outside, or does not declare that it does neither, is only ever allowed by itself.
 */
export function isAllowedAsReadOnly(tool: Pick<Tool, 'annotations'>): boolean {
  const { isReadOnly, isOpenWorld } = toolHints(tool)
  return isReadOnly && !isOpenWorld && tool.annotations?.destructiveHint !== true
}
