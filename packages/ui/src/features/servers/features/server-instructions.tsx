import { INSTRUCTION_LIMITS, type ServerInstructionsView } from '@gatehouse/domain'
import { Button, Callout, DiffText, RevealText } from '../../../kit/index.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { useInstructionsActions, useServerInstructions } from '../../../lib/queries/index.ts'

/** The instructions of a server for models: in full and inert, whether they are sent, and what changed in them. */
export function ServerInstructions({ serverId }: { serverId: string }) {
  const t = useT('serverPage')
  const view = useServerInstructions(serverId).data
  if (!view || view.state === 'none') return null
  const { text } = view
  return (
    <section data-testid="server-instructions" aria-labelledby="server-instructions">
      <h2 id="server-instructions" className="mb-1 text-note font-medium text-fg-2">
        {t('instructions.title')}
      </h2>
      <Standing serverId={serverId} view={view} />
      {text !== null && (
        <div className="mt-2 rounded-lg border border-line bg-sunken px-3 py-2 text-body">
          <RevealText text={text} />
        </div>
      )}
    </section>
  )
}

interface StandingProps {
  serverId: string
  view: ServerInstructionsView
}

/** State of the server's instructions: given to models or not, the reason, and the person's options. */
function Standing({ serverId, view: { text, state, before, meanings } }: StandingProps) {
  const t = useT('serverPage')
  const { number } = useFormats()
  const { allow, refuse } = useInstructionsActions(serverId)
  if (state === 'none') return null
  const isTooLong = text !== null && text.length > INSTRUCTION_LIMITS.characters
  const isHeldBack = state === 'changed' || state === 'server-changed'
  const isAllowable = text !== null && state !== 'allowed' && !isTooLong
  return (
    <Callout
      tone={isHeldBack ? 'warning' : state === 'allowed' ? 'success' : 'info'}
      title={t(`instructions.state.${state}`)}
      actions={
        (isAllowable || state !== 'refused') && (
          <>
            {isAllowable && (
              <Button
                size="small"
                loading={allow.isPending}
                onClick={() => allow.mutate({ serverId })}
              >
                {t('instructions.allow')}
              </Button>
            )}
            {state !== 'refused' && (
              <Button
                size="small"
                variant="danger-quiet"
                loading={refuse.isPending}
                onClick={() => refuse.mutate({ serverId })}
              >
                {t(state === 'allowed' ? 'instructions.stop' : 'instructions.refuse')}
              </Button>
            )}
          </>
        )
      }
    >
      <p>{t(`instructions.note.${state}`)}</p>
      {isTooLong && (
        <p>{t('instructions.tooLong', { count: number(INSTRUCTION_LIMITS.characters) })}</p>
      )}
      {meanings.length > 0 && (
        <ul data-testid="instructions-meanings" className="mt-1 font-medium text-warning">
          {meanings.map((meaning) => (
            <li key={meaning}>{t(`instructions.meaning.${meaning}`)}</li>
          ))}
        </ul>
      )}
      {isHeldBack && before !== null && text !== null && before !== text && (
        <section
          aria-label={t('instructions.changes')}
          tabIndex={0}
          className="mt-2 max-h-64 overflow-auto rounded-lg border border-line bg-card px-3 py-2 text-fg"
        >
          <DiffText before={before} after={text} />
        </section>
      )}
    </Callout>
  )
}
