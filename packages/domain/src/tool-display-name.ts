// Without a schema library: the window's first screen uses it.
import type { Tool } from './tool.ts'

/** The name to show: `title`, else `annotations.title`, else `name` (MCP 2025-11-25, basic, "title"). */
export function toolDisplayName(tool: Pick<Tool, 'name' | 'title' | 'annotations'>): string {
  return tool.title || tool.annotations?.title || tool.name
}
