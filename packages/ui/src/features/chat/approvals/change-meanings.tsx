import type { ChangeMeaning, ChangeLocation } from '@gatehouse/domain'
import { TriangleAlert } from 'lucide-react'
import { Icon, RevealText } from '../../../kit/index.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { oneLine } from '../../../lib/formats/one-line.ts'

/** Meanings of a changed definition, a sentence each; what a server could misuse has a mark. */
export function ChangeMeanings({ meanings }: { meanings: readonly ChangeMeaning[] }) {
  const words = useMeaningWords()
  return (
    <ul data-testid="change-meanings" className="mb-2 flex flex-col gap-1 text-note">
      {meanings.map((meaning, index) => (
        <li
          key={index}
          className={isGrave(meaning) ? 'flex gap-1.5 font-medium text-warning' : 'flex gap-1.5'}
        >
          {isGrave(meaning) && <Icon icon={TriangleAlert} size={14} className="mt-0.5 shrink-0" />}
          <span className="min-w-0">
            <RevealText text={words(meaning)} />
          </span>
        </li>
      ))}
    </ul>
  )
}

function isGrave({ kind }: ChangeMeaning): boolean {
  return kind !== 'new-argument' && kind !== 'required'
}

function useMeaningWords(): (meaning: ChangeMeaning) => string {
  const t = useT('chat')
  const { names } = useFormats()
  const placed = (kind: 'hidden' | 'instructions', place: ChangeLocation): string =>
    place.part === 'argument'
      ? t(`call.changed.meaning.${kind}.argument`, { name: oneLine(place.name) })
      : t(`call.changed.meaning.${kind}.${place.part}`)
  return (meaning) => {
    switch (meaning.kind) {
      case 'hidden':
      case 'instructions':
        return placed(meaning.kind, meaning.place)
      case 'new-argument':
        return t(
          meaning.required
            ? 'call.changed.meaning.newRequired'
            : 'call.changed.meaning.newOptional',
          { name: oneLine(meaning.name) },
        )
      case 'required':
        return t('call.changed.meaning.required', { name: oneLine(meaning.name) })
      case 'widened': {
        const name = oneLine(meaning.name)
        const values = names(meaning.values.map((value) => oneLine(value)))
        return meaning.values.length === 0
          ? t('call.changed.meaning.widenedToAny', { name })
          : t('call.changed.meaning.widened', { name, values })
      }
      case 'ui-resource':
        return meaning.after === null
          ? t('call.changed.meaning.uiGone', { before: oneLine(meaning.before ?? '') })
          : t('call.changed.meaning.ui', { after: oneLine(meaning.after) })
      case 'may-write':
        return t('call.changed.meaning.mayWrite')
      case 'may-destroy':
        return t('call.changed.meaning.mayDestroy')
    }
  }
}
