import type { ReadResourceResult } from '@gatehouse/domain'
import {
  Badge,
  Callout,
  Card,
  CardHeader,
  CardSection,
  RevealText,
  useIncrementalList,
} from '../../../kit/index.ts'
import { useErrorWords } from '../../../lib/words/error-words.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { QueryStates } from '../../../lib/queries/query-states.tsx'
import { base64Size, textSize } from '../../../lib/formats/data-size.ts'
import { ShowMoreButton } from '../../../lib/chats/show-more-button.tsx'
import { ResourceContents } from './resource-contents.tsx'
import type { ResourceOnDemand } from './use-resource-on-demand.ts'

/** Contents that are drawn at first, and by each press. */
const PARTS = { first: 20, step: 50 }

/** Content of a resource, once it was requested. */
export function ReadingView({ reading, hue }: { reading: ResourceOnDemand; hue: number }) {
  const t = useT('servers')
  const words = useErrorWords()
  const { query, shown, changed } = reading
  if (!shown) return null
  return (
    <div className="flex flex-col gap-2">
      {query.data && query.error && !query.isFetching && (
        <Callout tone="danger" role="alert" title={<RevealText text={words(query.error)} />} />
      )}
      <div className="-m-4">
        <QueryStates query={query} lines={4}>
          {({ contents }) => (
            <Card hue={hue} label={t('resources.contents')} className="m-4">
              <CardHeader
                aside={changed && <Badge tone="warning">{t('resources.readAgain')}</Badge>}
              >
                <h3 className="font-semibold">{t('resources.contents')}</h3>
                <span className="text-note text-fg-2">
                  {t('resources.parts', { count: contents.length })}
                </span>
              </CardHeader>
              <Parts contents={contents} />
            </Card>
          )}
        </QueryStates>
      </div>
    </div>
  )
}

function Parts({ contents }: ReadResourceResult) {
  const steps = useIncrementalList(contents.length, PARTS)
  return (
    <>
      {contents.slice(0, steps.shown).map((part, index) => (
        <CardSection key={index} className="flex flex-col gap-2">
          <PartFacts part={part} />
          <ResourceContents contents={part} label={part.uri} />
        </CardSection>
      ))}
      {steps.left > 0 && (
        <CardSection>
          <ShowMoreButton steps={steps} />
        </CardSection>
      )}
    </>
  )
}

function PartFacts({ part }: { part: ReadResourceResult['contents'][number] }) {
  const { bytes } = useFormats()
  const { uri, mimeType, text, blob } = part
  const size = blob === undefined ? textSize(text ?? '') : base64Size(blob)
  const facts = [mimeType, bytes(size)].filter((fact) => fact !== undefined && fact !== '')
  return (
    <p className="text-small text-fg-3">
      <RevealText text={uri} className="font-mono wrap-anywhere text-fg-2" />
      {' · '}
      <RevealText text={facts.join(' · ')} />
    </p>
  )
}
