import type { Conversation, ServerView } from '@gatehouse/domain'
import { Plus } from 'lucide-react'
import { Button, Checkbox, HueMark, Popover, ServerName } from '../../../kit/index.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { useAction, useServerInstructions, useServers } from '../../../lib/queries/index.ts'
import { useUi } from '../../../lib/ui-store.tsx'
import { ToolsOfChat } from '../markdown/lazy-parts.tsx'
import { useNextRequest } from './use-next-request.ts'
import { useOfferedTools } from './use-offered-tools.ts'
import { isServerOfChat } from './servers-of-chat.ts'

/** Dots drawn in the chip; more would say no more. */
const MAX_DOTS = 5

/** Which servers' tools are offered to the model of this chat, and what that costs. */
export function ServersChip({ conversation }: { conversation: Conversation }) {
  const t = useT('chat')
  const formats = useFormats()
  const servers = useServers().data ?? []
  const offered = servers.filter((server) => isServerOfChat(server, conversation))
  // What failed gives the model no tools.
  const used = offered.filter((server) => server.connection.status !== 'failed')
  const failed = offered.length - used.length
  const tools = used.reduce((sum, server) => sum + (server.toolCount ?? 0), 0)
  const toolsOff = conversation.setup?.toolsOff ?? []
  const withOff = used.filter(({ config }) =>
    toolsOff.some(({ serverId }) => serverId === config.id),
  )
  // The figure of the context panel, once there is one.
  const tokens =
    useNextRequest(conversation)?.size.tools ??
    used.reduce((sum, server) => sum + (server.toolTokens ?? 0), 0)
  const isSearched = useOfferedTools(conversation)?.bySearch === true
  const cost = isSearched
    ? t('header.onDemand', { count: tools })
    : t('header.cost', { count: tools, tokens: formats.tokens(tokens) })
  return (
    <Popover
      align="end"
      title={t('header.serversTitle')}
      className="w-80"
      trigger={
        <button
          type="button"
          data-testid="servers-chip"
          className="inline-flex h-6 min-w-0 items-center gap-1.5 rounded-full border border-line-strong bg-card px-2.5 text-small whitespace-nowrap transition-colors duration-100 hover:bg-sunken data-popup-open:bg-sunken"
        >
          {used.slice(0, MAX_DOTS).map((server) => (
            <HueMark key={server.config.id} hue={server.config.hue} />
          ))}
          <span className="truncate font-semibold text-fg">
            {used.length === 0
              ? t('header.noServers')
              : t('header.servers', { count: used.length })}
          </span>
          {failed > 0 && (
            <span className="truncate font-normal text-danger">
              {t('header.failedServers', { count: failed })}
            </span>
          )}
          {used.length > 0 && (
            <span className="font-normal text-fg-2 max-[70rem]:hidden">
              {withOff.length > 0 ? (
                <ToolsOfChat withOff={withOff} toolsOff={toolsOff} tools={tools} cost={cost} />
              ) : (
                cost
              )}
            </span>
          )}
        </button>
      }
    >
      <ServerChoice conversation={conversation} servers={servers} />
    </Popover>
  )
}

function ServerChoice({
  conversation,
  servers,
}: {
  conversation: Conversation
  servers: readonly ServerView[]
}) {
  const t = useT('chat')
  const show = useUi((ui) => ui.show)
  const { mutate, isPending } = useAction('chat.set-servers')
  const all = conversation.serverIds === null
  const change = (serverIds: string[] | null) => mutate({ id: conversation.id, serverIds })
  const toggle = (id: string, on: boolean) => {
    const now = servers
      .filter((server) => isServerOfChat(server, conversation))
      .map((server) => server.config.id)
    change(on ? [...now, id] : now.filter((one) => one !== id))
  }
  return (
    <div className="flex flex-col gap-2.5">
      <p className="text-small text-fg-3">{t('header.serversNote')}</p>
      {servers.length > 0 && (
        <>
          <Checkbox
            label={t('header.allServers')}
            description={t('header.allServersNote')}
            checked={all}
            disabled={isPending}
            onCheckedChange={(on) => change(on ? null : servers.map((server) => server.config.id))}
          />
          <div className="flex flex-col gap-2.5 border-t border-line pt-2.5">
            {servers.map((server) => (
              <Checkbox
                key={server.config.id}
                label={<ServerName hue={server.config.hue}>{server.config.name}</ServerName>}
                description={<ServerFacts server={server} />}
                checked={isServerOfChat(server, conversation)}
                disabled={isPending}
                onCheckedChange={(on) => toggle(server.config.id, on)}
              />
            ))}
          </div>
        </>
      )}
      <Button
        size="small"
        icon={Plus}
        className="self-start"
        onClick={() => show({ kind: 'add-server' })}
      >
        {t('header.addServer')}
      </Button>
    </div>
  )
}

function ServerFacts({ server }: { server: ServerView }) {
  const t = useT('chat')
  const instructions = useServerInstructions(server.config.id).data?.state
  const cost =
    server.toolCount === null
      ? undefined
      : t('header.serverCost', {
          count: server.toolCount,
          tokens: server.toolTokens ?? 0,
        })
  const states = {
    ready: undefined,
    starting: t('header.starting'),
    stopping: t('header.notRunning'),
    stopped: t('header.notRunning'),
    failed: t('header.failed'),
  }
  const sentToModel =
    instructions === 'allowed'
      ? t('header.instructions.given')
      : instructions === 'changed' || instructions === 'server-changed'
        ? t('header.instructions.changed')
        : undefined
  return [cost, states[server.connection.status], sentToModel]
    .filter((part) => part !== undefined)
    .join(' · ')
}
