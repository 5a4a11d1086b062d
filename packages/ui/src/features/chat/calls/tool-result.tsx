import type { StoredResult } from '@gatehouse/domain'
import { useMemo } from 'react'
import { Callout } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { StoredText } from '../../../lib/media/stored-text.tsx'
import { partsOnce } from '../result-shapes/once.ts'
import { ShapedValue } from '../result-shapes/shaped-result.tsx'
import { StoredJson, StoredParts } from './stored-parts.tsx'
import { StoredBlocksView } from './stored-blocks.tsx'

interface ToolResultViewProps {
  result: StoredResult
  serverName: string
}

/** Everything a tool gave back, in its order; a long result a stretch at a time. */
export function ToolResultView({ result, serverName }: ToolResultViewProps) {
  const t = useT('chat')
  const { more, isError } = result
  const {
    content: blocks,
    structuredContent,
    structured,
  } = useMemo(() => partsOnce(result), [result])
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
        <ShapedValue value={structuredContent} label={t('call.structured')} />
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
