import { MODEL_LIMITS, type LeftOutModels } from '@gatehouse/domain'
import { useT } from '../../lib/words/i18n.ts'

/** Shows how many models of a list are not offered, and why. */
export function LeftOutModelsNote({ leftOut }: { leftOut: LeftOutModels | undefined }) {
  const t = useT('providers')
  if (!leftOut) return null
  const { unusable, tooMany } = leftOut
  return (
    <div
      className="mt-1.5 flex flex-col gap-0.5 text-small text-fg-2"
      data-testid="left-out-models"
    >
      {unusable > 0 && (
        <p>{t('leftOutUnusable', { count: unusable, characters: MODEL_LIMITS.label })}</p>
      )}
      {tooMany > 0 && <p>{t('leftOutTooMany', { count: tooMany, limit: MODEL_LIMITS.models })}</p>}
    </div>
  )
}
