import type { TranscriptTurn } from '@gatehouse/domain'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { ChangedParameters, PARAMETER_NAMES } from '../approvals/changed-parameters.tsx'
import { LeftOutTools } from '../tools/left-out-tools.tsx'

/** Parts of a turn that its model was not given, or was given otherwise. */
export function TurnNotes({ turn }: { turn: TranscriptTurn }) {
  const t = useT('chat')
  const { list } = useFormats()
  const { leftOutTurns, leftOutPinned, contextRefused, resultsShortened } = turn
  const { leftOutParameters, changedParameters, leftOutTools = [], providerDataLeftOut } = turn
  return (
    <>
      {leftOutTurns !== undefined && (
        <p className="text-small text-fg-3">
          {t(contextRefused ? 'turn.contextFull' : 'turn.leftOut', { count: leftOutTurns })}
        </p>
      )}
      {resultsShortened && <p className="text-small text-fg-3">{t('turn.resultsShortened')}</p>}
      {providerDataLeftOut && (
        <p className="text-small text-fg-3">{t('turn.providerDataLeftOut')}</p>
      )}
      {leftOutPinned !== undefined && (
        <p className="text-small text-fg-3">{t('turn.leftOutPinned', { count: leftOutPinned })}</p>
      )}
      {leftOutParameters !== undefined && (
        <p className="text-small text-fg-2">
          {t('setup.leftOut', {
            names: list(leftOutParameters.map((name) => t(PARAMETER_NAMES[name]))),
          })}
        </p>
      )}
      {changedParameters !== undefined && <ChangedParameters changed={changedParameters} />}
      {leftOutTools.length > 0 && <LeftOutTools tools={leftOutTools} />}
    </>
  )
}
