import { toolDisplayName, type Conversation, type ServerView, type Tool } from '@gatehouse/domain'
import { CHAT_SETUP_LIMITS, isToolOff, type ChatSetup } from '@gatehouse/domain/chats'
import { Pin } from 'lucide-react'
import { useMemo } from 'react'
import {
  Button,
  Checkbox,
  Disclosure,
  IconButton,
  ProgressiveList,
  RevealText,
  ServerName,
} from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { oneLine } from '../../../lib/formats/one-line.ts'
import { useServers, useServerTools } from '../../../lib/queries/index.ts'
import { isServerOfChat } from '../tools/servers-of-chat.ts'
import { useOfferedTools } from '../tools/use-offered-tools.ts'

type ToolsOff = NonNullable<ChatSetup['toolsOff']>

interface ChatToolsProps {
  conversation: Conversation
  off: ToolsOff
  pinned: ToolsOff
  onChange: (off: ToolsOff) => void
  onPin: (pinned: ToolsOff) => void
}

/** Each tool of the chat's servers, on or off. */
export function ChatTools({ conversation, ...choices }: ChatToolsProps) {
  const t = useT('chat')
  const bySearch = useOfferedTools(conversation)?.bySearch === true
  const servers = (useServers().data ?? []).filter((server) => isServerOfChat(server, conversation))
  const offered = servers.filter(({ toolCount }) => (toolCount ?? 0) > 0)
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1 text-note font-medium text-fg-2">{t('setup.tools')}</legend>
      <p className="text-small text-fg-3">{t('setup.toolsNote')}</p>
      {bySearch && <p className="text-small text-fg-3">{t('setup.toolsBySearch')}</p>}
      {offered.length === 0 && <p className="text-note text-fg-3">{t('setup.noTools')}</p>}
      {offered.map((server) => (
        <ToolsOfServer key={server.config.id} server={server} {...choices} />
      ))}
    </fieldset>
  )
}

interface ToolsOfServerProps extends Omit<ChatToolsProps, 'conversation'> {
  server: ServerView
}

function ToolsOfServer({ server, off, ...choices }: ToolsOfServerProps) {
  const t = useT('chat')
  const { id, hue, name } = server.config
  const tools = useServerTools(id).data ?? []
  const isOn = (tool: Tool) => !isToolOff({ toolsOff: off }, { serverId: id, tool: tool.name })
  return (
    <Disclosure
      onlyOpen
      summary={
        <span className="inline-flex items-center gap-2">
          <ServerName hue={hue}>{name}</ServerName>
          <span className="text-small text-fg-3">
            {t('setup.toolsOf', { on: tools.filter(isOn).length, count: tools.length })}
          </span>
        </span>
      }
    >
      <ToolChoices server={server} tools={tools} off={off} {...choices} />
    </Disclosure>
  )
}

function ToolChoices({
  server,
  tools,
  off,
  pinned,
  onChange,
  onPin,
}: ToolsOfServerProps & { tools: readonly Tool[] }) {
  const t = useT('chat')
  const { id } = server.config
  const items = useMemo(() => {
    const isOff = new Set(off.flatMap((one) => (one.serverId === id ? one.tool : [])))
    return tools.map((tool) => ({
      key: tool.name,
      size: 200,
      drawn: (
        <div className="flex items-start justify-between gap-2">
          <Checkbox
            label={<RevealText text={oneLine(toolDisplayName(tool), 80)} />}
            checked={!isOff.has(tool.name)}
            disabled={!isOff.has(tool.name) && off.length >= CHAT_SETUP_LIMITS.toolsOff}
            onCheckedChange={(on) => {
              const others = off.filter((one) => one.serverId !== id || one.tool !== tool.name)
              onChange(on ? others : [...others, { serverId: id, tool: tool.name }])
            }}
          />
          <PinButton
            place={{ serverId: id, tool: tool.name }}
            label={t('setup.pin', { tool: oneLine(toolDisplayName(tool), 80) })}
            pinned={pinned}
            onPin={onPin}
          />
        </div>
      ),
    }))
  }, [tools, off, pinned, onChange, onPin, id, t])
  const others = off.filter((one) => one.serverId !== id)
  const room = CHAT_SETUP_LIMITS.toolsOff - others.length
  const allOff = tools.slice(0, room).map((tool) => ({ serverId: id, tool: tool.name }))
  return (
    <div className="flex flex-col gap-2 py-1.5 pl-5">
      <div className="flex gap-2">
        <Button size="small" onClick={() => onChange(others)}>
          {t('setup.allOn')}
        </Button>
        <Button size="small" onClick={() => onChange([...others, ...allOff])}>
          {t('setup.allOff')}
        </Button>
      </div>
      <ProgressiveList items={items} />
    </div>
  )
}

interface PinButtonProps extends Pick<ChatToolsProps, 'pinned' | 'onPin'> {
  place: ToolsOff[number]
  label: string
}

/** Has a tool offered at once where the others are offered by search. */
function PinButton({ place, label, pinned, onPin }: PinButtonProps) {
  const others = pinned.filter(
    ({ serverId, tool }) => serverId !== place.serverId || tool !== place.tool,
  )
  const isPinned = others.length < pinned.length
  return (
    <IconButton
      icon={Pin}
      size="small"
      label={label}
      pressed={isPinned}
      disabled={!isPinned && pinned.length >= CHAT_SETUP_LIMITS.toolsPinned}
      onClick={() => onPin(isPinned ? others : [...others, place])}
    />
  )
}
