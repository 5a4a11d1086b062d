import type { PromptAttachment, PromptChange } from '@gatehouse/domain'
import { Button, Callout, DiffText, RevealText } from '../../../kit/index.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { oneLine } from '../../../lib/formats/one-line.ts'
import { DefinitionChanges } from '../approvals/changed-definition.tsx'

interface ChangedPromptProps {
  prompt: PromptAttachment
  change: PromptChange
  onUse: () => void
  onRemove: () => void
}

/** A prompt of the draft that is not as it was when the person sent it before: they read that, and decide. */
export function ChangedPrompt({ prompt, change, onUse, onRemove }: ChangedPromptProps) {
  const t = useT('composer')
  const { moment } = useFormats()
  const name = oneLine(prompt.title, 80)
  return (
    <div data-testid="changed-prompt" className="px-3 pt-3">
      <Callout
        tone="warning"
        role="alert"
        title={
          <RevealText
            text={t('changedPrompt.title', { name, server: oneLine(prompt.serverName, 60) })}
          />
        }
        actions={
          <>
            <Button size="small" onClick={onUse}>
              {t('changedPrompt.use')}
            </Button>
            <Button size="small" variant="danger-quiet" onClick={onRemove}>
              {t('changedPrompt.remove')}
            </Button>
          </>
        }
      >
        <p>
          {change.lastSentAt === null
            ? t('changedPrompt.noteAttached')
            : t('changedPrompt.note', { at: moment(change.lastSentAt) })}
        </p>
        {change.isOtherServer && <p>{t('changedPrompt.otherServer')}</p>}
        <PromptChanges change={change} />
      </Callout>
    </div>
  )
}

/** Changes of a prompt: of its text, and of its definition. */
function PromptChanges({ change: { text, definition, meanings } }: { change: PromptChange }) {
  const t = useT('composer')
  const { number } = useFormats()
  const more = text?.more ?? 0
  return (
    <>
      {meanings.length > 0 && (
        <ul data-testid="prompt-meanings" className="mt-1 font-medium text-warning">
          {meanings.map((meaning) => (
            <li key={meaning}>{t(`changedPrompt.meaning.${meaning}`)}</li>
          ))}
        </ul>
      )}
      {more > 0 && (
        <p className="mt-1 font-medium text-warning">
          {t('changedPrompt.more', { count: more, number: number(more) })}
        </p>
      )}
      {text && (
        <section
          aria-label={t('changedPrompt.text')}
          tabIndex={0}
          className="mt-2 max-h-[min(14rem,25vh)] overflow-auto rounded-lg border border-line bg-card px-3 py-2 text-fg"
        >
          {text.before === null ? (
            <>
              <p className="mb-1 text-fg-2">{t('changedPrompt.gone')}</p>
              <RevealText text={text.after} />
            </>
          ) : (
            <>
              {text.before === text.after && (
                <p className="mb-1 text-fg-2">{t('changedPrompt.further')}</p>
              )}
              <DiffText before={text.before} after={text.after} />
            </>
          )}
        </section>
      )}
      {definition && (
        <div className="mt-2 max-h-[min(14rem,25vh)] overflow-auto rounded-lg border border-line bg-card px-3 py-2 text-fg">
          <DefinitionChanges changes={definition} label={t('changedPrompt.definition')} />
        </div>
      )}
    </>
  )
}
