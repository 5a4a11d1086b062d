import type { ToolCall } from '@gatehouse/domain'
import { CardSection } from '../../../kit/index.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { useModeWords } from '../../../lib/words/mode-words.ts'
import { useGrants } from '../../../lib/queries/index.ts'
import { useUi } from '../../../lib/ui-store.tsx'

/** In one sentence what allowed a call that no one was asked about; `null` for every other call. */
export function useGrantedWords({ decision }: ToolCall): string | null {
  const t = useT('chat')
  const words = useModeWords()
  const { moment } = useFormats()
  if (decision?.by === 'mode')
    return words(decision.rule === 'in-workspace' ? 'why.in-workspace' : 'why.read-only', {
      mode: words(`name.${decision.mode ?? 'every-call'}`),
    })
  if (decision?.by !== 'grant') return null
  const { kind, since } = decision
  if (since === undefined || kind === 'allow-once' || kind === 'allow-by-mode' || kind === 'deny')
    return t('call.granted.earlier')
  return t(`call.granted.${kind}`, { at: moment(since) })
}

/** That sentence, with the way to the permission while there is one. */
export function GrantedLine({ call }: { call: ToolCall }) {
  const words = useGrantedWords(call)
  return words === null ? null : <Granted call={call} words={words} />
}

function Granted({ call, words }: { call: ToolCall; words: string }) {
  const t = useT('chat')
  const grants = useGrants().data
  const openGrant = useUi((ui) => ui.openGrant)
  const { serverId, decision } = call
  const grantId = decision?.grantId
  const isThere = grants?.some(({ id }) => id === grantId) ?? false
  return (
    <CardSection>
      <p className="flex flex-wrap items-baseline gap-x-2 text-small text-fg-3">
        <span>{words}</span>
        {isThere && serverId !== null && grantId !== undefined ? (
          <button
            type="button"
            aria-label={t('call.permissionFor', { tool: call.toolName })}
            onClick={() => openGrant({ serverId, grantId })}
            className="rounded-sm text-accent underline underline-offset-2"
          >
            {t('call.permission')}
          </button>
        ) : (
          grants && <span>{t('call.revoked')}</span>
        )}
      </p>
    </CardSection>
  )
}
