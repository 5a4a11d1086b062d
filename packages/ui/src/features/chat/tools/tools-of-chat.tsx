import type { ServerView } from '@gatehouse/domain'
import type { ChatSetup } from '@gatehouse/domain/chats'
import { useQueries } from '@tanstack/react-query'
import { useBridge } from '../../../lib/bridge/bridge.tsx'
import { useT } from '../../../lib/words/i18n.ts'
import { queryKeys } from '../../../lib/queries/query-keys.ts'

export interface ToolsOfChatProps {
  /** Servers of the chat of which tools are off. */
  withOff: readonly ServerView[]
  toolsOff: NonNullable<ChatSetup['toolsOff']>
  /** Tools of all servers of the chat. */
  tools: number
  /** Text for the case that no existing tool is off. */
  cost: string
}

/** Number of existing tools that are on: a tool that its server no longer offers is not counted as off. */
export function ToolsOfChat({ withOff, toolsOff, tools, cost }: ToolsOfChatProps) {
  const t = useT('chat')
  const { request, cache } = useBridge()
  const lists = useQueries({
    queries: withOff.map(({ config: { id } }) => {
      const queryKey = queryKeys.serverTools(id)
      return {
        queryKey,
        queryFn: () => cache.load(queryKey, () => request('server.tools', { id })),
      }
    }),
  })
  const off = withOff.flatMap(({ config: { id } }, at) => {
    const names = new Set(toolsOff.flatMap(({ serverId, tool }) => (serverId === id ? tool : [])))
    return (lists[at]?.data ?? []).filter(({ name }) => names.has(name))
  })
  if (lists.some(({ data }) => data === undefined)) return null
  return off.length > 0
    ? t('setup.toolsOf', { on: Math.max(0, tools - off.length), count: tools })
    : cost
}
