// Without a schema library: the window's first screen uses it.
import type { ToolCall } from './tool-call.ts'

export function isToolCallFinished(call: Pick<ToolCall, 'status'>): boolean {
  return !['waiting', 'approved', 'running'].includes(call.status)
}
