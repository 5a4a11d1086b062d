import type { SamplingEdits, SamplingRequestAsk } from '@gatehouse/domain'
import type { ContextSource } from '@gatehouse/domain/server-requests'
import { Plus } from 'lucide-react'
import { Button, RevealText, ServerName } from '../../../kit/index.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useSamplingWords } from '../../../lib/words/sampling-words.ts'
import { insertMessage, messageEdits, removeMessage } from './message-edits.ts'

interface ContextOfferProps {
  ask: SamplingRequestAsk
  edits: SamplingEdits
  onChange: (edits: SamplingEdits) => void
  disabled: boolean
}

/**
 * Context from the chat that a server wants to be added. Nothing of it goes to the model unless the person adds it:
 * then it is among the messages, whole and editable.
 */
export function ContextOffer({ ask, edits, onChange, disabled }: ContextOfferProps) {
  const words = useSamplingWords()
  const { list } = useFormats()
  const { context, serverName: server, request } = ask
  const { includeContext = 'none', messages } = request
  if (includeContext === 'none') return null
  const now = messageEdits(messages, edits)
  /** The message that holds a server's context, taken out or not. */
  const keyOf = ({ serverId }: ContextSource) =>
    Object.keys(now.added).find((key) => now.added[key]?.contextOf === serverId)
  const add = (source: ContextSource) => {
    const key = keyOf(source)
    const { serverId: contextOf, text } = source
    const next =
      key === undefined
        ? insertMessage(now, { role: 'user', text, contextOf }, null).edits
        : removeMessage(now, key, false)
    onChange({ ...edits, messages: next })
  }
  const { sources = [], barred = [] } = context ?? {}
  return (
    // No landmark: several cards of one screen have it.
    <div
      role="group"
      aria-label={words('context.label')}
      data-testid="context-offer"
      className="flex flex-col gap-1.5 rounded-md border border-line px-2.5 py-2 text-small"
    >
      <p className="text-fg-2">{words(`context.${includeContext}`, { server })}</p>
      {sources.map((source) => {
        const key = keyOf(source)
        const isAdded = key !== undefined && !now.removed.includes(key)
        return (
          <SourceRow
            key={source.serverId}
            source={source}
            isAdded={isAdded}
            disabled={disabled}
            onAdd={() => add(source)}
          />
        )
      })}
      {sources.length > 0 && <p className="text-fg-3">{words('context.addNote', { server })}</p>}
      {sources.length === 0 && (
        <p className="text-fg-3">
          {words(context === undefined ? 'context.noChat' : 'context.nothing')}
        </p>
      )}
      {barred.length > 0 && (
        <p className="text-fg-3">
          <RevealText
            text={words('context.barred', { servers: list(barred.slice(0, 8)), server })}
          />
        </p>
      )}
    </div>
  )
}

interface SourceRowProps {
  source: ContextSource
  isAdded: boolean
  disabled: boolean
  onAdd: () => void
}

function SourceRow({ source, isAdded, disabled, onAdd }: SourceRowProps) {
  const words = useSamplingWords()
  const { number } = useFormats()
  const { serverName, serverHue, results, text, isShortened } = source
  const facts = { count: results, characters: number(text.length) }
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <ServerName hue={serverHue} className="max-w-48 shrink-0">
        <RevealText text={serverName} wrap={false} />
      </ServerName>
      <span className="text-fg-3">
        {words(isShortened ? 'context.latest' : 'context.results', facts)}
      </span>
      <Button
        size="small"
        icon={Plus}
        className="ml-auto"
        disabled={disabled || isAdded}
        aria-label={words('context.addLabel', { server: serverName })}
        onClick={onAdd}
      >
        {words(isAdded ? 'context.added' : 'context.add')}
      </Button>
    </div>
  )
}
