// Without a schema library: the window's first screen uses it.
import type { Tool } from './tool.ts'

/** The name to show: `title`, else `annotations.title`, else `name` (MCP 2025-11-25, basic, "title"). */
export function toolDisplayName(tool: Pick<Tool, 'name' | 'title' | 'annotations'>): string {
  return displayName({
    name: displayName({ name: tool.name, title: tool.annotations?.title }),
    title: tool.title,
  })
}

/** The display name of a prompt, a resource or a field. A blank title is ignored, as nothing would be visible. */
export function displayName({ name, title }: { name: string; title?: string | undefined }): string {
  return title === undefined || title.trim() === '' ? name : title
}
