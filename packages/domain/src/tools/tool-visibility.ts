import type { Tool } from './tool.ts'

/**
 * True if a model may be offered the tool. False if `_meta.ui.visibility` leaves models out, as for tools that only
 * the views of an app call (MCP Apps, SEP-1865). Without that list a tool is for models too.
 */
export function isVisibleToModel({ _meta }: Pick<Tool, '_meta'>): boolean {
  const ui = _meta?.['ui']
  if (typeof ui !== 'object' || ui === null || Array.isArray(ui)) return true
  const { visibility } = ui
  return !Array.isArray(visibility) || visibility.includes('model')
}
