import type { SamplingMessage, SamplingRequest } from '@gatehouse/domain/server-requests'
import { JsonView, RevealText } from '../../kit/index.ts'
import { useT } from '../../lib/i18n.ts'
import { AudioBlock, ImageBlock } from '../../lib/media-blocks.tsx'

/** What the model was sent, to read only. */
export function SentRequest({
  request,
  serverName,
}: {
  request: SamplingRequest
  serverName: string
}) {
  const t = useT('asks')
  return (
    <div
      role="group"
      tabIndex={0}
      aria-label={t('sampling.request')}
      className="flex max-h-80 flex-col gap-2 overflow-auto rounded-md border border-line bg-sunken px-2.5 py-1.5 text-small"
    >
      {request.systemPrompt !== undefined && (
        <div>
          <span className="text-fg-3">{t('sampling.system')}</span>
          <div className="font-mono">
            <RevealText text={request.systemPrompt} />
          </div>
        </div>
      )}
      <Messages messages={request.messages} serverName={serverName} />
    </div>
  )
}

interface MessagesProps {
  messages: readonly SamplingMessage[]
  serverName: string
}

/** Messages alone, to read only. */
export function SentMessages(props: MessagesProps) {
  const t = useT('asks')
  return (
    <div
      role="group"
      tabIndex={0}
      aria-label={t('sampling.answer')}
      className="flex max-h-80 flex-col gap-2 overflow-auto rounded-md border border-line bg-sunken px-2.5 py-1.5 text-small"
    >
      <Messages {...props} />
    </div>
  )
}

function Messages({ messages, serverName }: MessagesProps) {
  const t = useT('asks')
  return (
    <>
      {messages.map((message, index) => (
        <div key={index}>
          <span className="text-fg-3">{t(`sampling.role.${message.role}`)}</span>
          {message.content.map((block, place) => {
            if (block.type === 'text')
              return (
                <div key={place} className="font-mono">
                  <RevealText text={block.text} />
                </div>
              )
            if (block.type === 'image' || block.type === 'audio') {
              const Block = block.type === 'image' ? ImageBlock : AudioBlock
              return (
                <Block
                  key={place}
                  data={block.data}
                  mimeType={block.mimeType}
                  serverName={serverName}
                />
              )
            }
            return <JsonView key={place} value={block} label={block.type} maxHeight="12rem" />
          })}
        </div>
      ))}
    </>
  )
}
