import type { Tool, ToolCall } from '@gatehouse/domain'
import { appUriOf } from '@gatehouse/domain/apps'

/** The member `app` of a call of this tool; none where the tool declares no interface. */
export function appOf(tool: Tool): Pick<ToolCall, 'app'> {
  const uri = appUriOf(tool)
  return uri === undefined ? {} : { app: { uri } }
}
