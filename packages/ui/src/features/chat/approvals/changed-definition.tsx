import type { ToolChange, ToolChanges } from '@gatehouse/domain'
import { CardSection, DiffText, RevealText } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { ChangeMeanings } from './change-meanings.tsx'
import { oneLine } from '../../../lib/formats/one-line.ts'

/** The server's changes to a tool since the person allowed it: deletions struck through, additions marked. */
export function ChangedDefinition({ changes }: { changes: ToolChanges }) {
  const t = useT('chat')
  return (
    <CardSection>
      <p className="mb-1.5 text-small font-medium text-fg-3">{t('call.changed.title')}</p>
      <DefinitionChanges changes={changes} label={t('call.changed.title')} />
    </CardSection>
  )
}

/** Changes of a definition, of a tool or a prompt: the meaning, then each change. */
export function DefinitionChanges({ changes, label }: { changes: ToolChanges; label: string }) {
  const { more, meanings = [] } = changes
  const t = useT('chat')
  return (
    <>
      {meanings.length > 0 && <ChangeMeanings meanings={meanings} />}
      <ul
        data-changes
        tabIndex={0}
        aria-label={label}
        className="flex max-h-64 flex-col gap-2 overflow-auto text-note"
      >
        {changes.changes.map((change, index) => (
          <li key={index} className="flex flex-col gap-0.5">
            <Change change={change} />
          </li>
        ))}
        {more > 0 && <li className="text-fg-3">{t('call.changed.more', { count: more })}</li>}
      </ul>
    </>
  )
}

function Change({ change }: { change: ToolChange }) {
  const t = useT('chat')
  switch (change.part) {
    case 'title':
    case 'description':
      return (
        <>
          <span className="text-small text-fg-3">
            {t(change.part === 'title' ? 'call.changed.titleOf' : 'call.changed.description')}
          </span>
          <DiffText before={change.before} after={change.after} />
        </>
      )
    case 'annotation':
      return (
        <>
          <span className="text-small text-fg-3">
            <RevealText text={t('call.changed.annotation', { name: oneLine(change.name) })} />
          </span>
          <DiffText
            before={change.before ?? t('call.changed.notSet')}
            after={change.after ?? t('call.changed.notSet')}
          />
        </>
      )
    case 'argument':
      return (
        <>
          <span className="text-small text-fg-2">
            <RevealText text={t(`call.changed.${change.change}`, { name: oneLine(change.name) })} />
          </span>
          {change.before !== change.after && (
            <DiffText
              before={change.before}
              after={change.after}
              className="font-mono text-small"
            />
          )}
        </>
      )
    case 'other':
      return t(`call.changed.other.${change.what}`)
  }
}
