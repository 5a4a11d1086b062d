import type { SamplingMessage, SamplingRequest } from '@gatehouse/domain/server-requests'
import { JsonView, RevealText, useIncrementalList } from '../../../kit/index.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { AudioBlock, ImageBlock } from '../../../lib/media/media-blocks.tsx'
import { usePagedMessages } from './paged-messages.ts'
import { ShowMoreButton } from '../show-more-button.tsx'
import { inCode } from './sampling-settings.tsx'

/** The request that the model was sent, read-only. */
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
      <Settings request={request} />
    </div>
  )
}

/** Stop sequences that are drawn at first, and by each press. */
const STOPS = { first: 20, step: 20 }

function Settings({ request }: { request: SamplingRequest }) {
  const t = useT('asks')
  const { number } = useFormats()
  const { maxTokens, temperature, stopSequences = [] } = request
  const steps = useIncrementalList(stopSequences.length, STOPS)
  return (
    <>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
        <dt className="text-fg-3">{t('sampling.maxTokens')}</dt>
        <dd>{number(maxTokens)}</dd>
        <dt className="text-fg-3">{t('sampling.temperature')}</dt>
        <dd>{temperature ?? t('sampling.temperatureUnset')}</dd>
        {stopSequences.length > 0 && <dt className="text-fg-3">{t('sampling.stopSequences')}</dt>}
        {stopSequences.slice(0, steps.shown).map((text, index) => (
          <dd key={index} className="col-start-2 font-mono wrap-anywhere">
            <RevealText text={inCode(text)} />
          </dd>
        ))}
      </dl>
      <ShowMoreButton steps={steps} />
    </>
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
  const { shares, steps } = usePagedMessages(messages)
  return (
    <>
      {shares.map(({ message, blocks }, index) => (
        <div key={index}>
          <span className="text-fg-3">{t(`sampling.role.${message.role}`)}</span>
          {blocks.map((block, place) => {
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
      <ShowMoreButton steps={steps} />
    </>
  )
}
