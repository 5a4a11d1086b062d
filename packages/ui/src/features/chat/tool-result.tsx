import type { JsonValue, StoredBlock, StoredResult } from '@gatehouse/domain'
import { useMemo } from 'react'
import { Callout, JsonView } from '../../kit/index.ts'
import { useT } from '../../lib/i18n.ts'
import { StoredText } from '../../lib/stored-text.tsx'
import { StoredJson, StoredParts } from './stored-parts.tsx'
import { StoredBlocksView, FIRST_BLOCKS } from './stored-blocks.tsx'

interface ToolResultViewProps {
  result: StoredResult
  serverName: string
}

/** Servers repeat structured content as text for older hosts; once is enough. */
function withoutRepeated(
  content: readonly StoredBlock[],
  structured: JsonValue | undefined,
): readonly StoredBlock[] {
  if (structured === undefined) return content
  const squeeze = (text: string): string => text.replace(/\s+/gu, '')
  const isWhole = (block: StoredBlock): boolean => block.type === 'text' && !block.kept
  if (!content.slice(0, FIRST_BLOCKS).some(isWhole)) return content
  const own = squeeze(JSON.stringify(structured))
  return content.filter(
    (block, index) =>
      index >= FIRST_BLOCKS ||
      block.type !== 'text' ||
      !isWhole(block) ||
      block.text.length < own.length ||
      squeeze(block.text) !== own,
  )
}

/** Everything a tool gave back, in its order; a long result a stretch at a time. */
export function ToolResultView({ result, serverName }: ToolResultViewProps) {
  const t = useT('chat')
  const { content, structuredContent, structured, more, isError } = result
  const blocks = useMemo(
    () => withoutRepeated(content, structuredContent),
    [content, structuredContent],
  )
  if (blocks.length === 0 && structuredContent === undefined && !structured) {
    return <p className="text-note text-fg-3">{t('call.emptyResult')}</p>
  }
  return (
    <div className="flex flex-col gap-3" data-testid="result-blocks">
      <StoredBlocksView blocks={blocks} serverName={serverName} isError={isError} />
      {more && (
        <StoredParts {...more}>
          {(parts) => <StoredBlocksView blocks={parts} serverName={serverName} isError={isError} />}
        </StoredParts>
      )}
      <LeftOut leftOut={result.leftOut} />
      {structuredContent !== undefined && (
        <div className="rounded-lg border border-line">
          <JsonView value={structuredContent} label={t('call.structured')} />
        </div>
      )}
      {structured && <StoredJson {...structured} label={t('call.structured')} />}
    </div>
  )
}

/** Content that an older file holds and that is not read. */
function LeftOut({ leftOut }: Pick<StoredResult, 'leftOut'>) {
  const t = useT('chat')
  if (!leftOut) return null
  const { blocks, characters, values, kept } = leftOut
  return (
    <Callout>
      {blocks > 0 && <p>{t('call.partsLeftOut', { count: blocks })}</p>}
      {characters > 0 && <p>{t('call.charactersLeftOut', { count: characters })}</p>}
      {values > 0 && <p>{t('call.valuesLeftOut', { count: values })}</p>}
      {kept && <StoredText preview="" kept={kept} label={t('call.wholeRecord')} />}
    </Callout>
  )
}
