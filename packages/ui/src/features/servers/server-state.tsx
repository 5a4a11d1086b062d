import type { ConnectionState, ServerView } from '@gatehouse/domain'
import { CircleCheck, CircleHelp, CircleX, KeyRound, Loader, Square } from 'lucide-react'
import { Badge, type Tone } from '../../kit/index.ts'
import { useFormats } from '../../lib/formats/formats.ts'
import { useT } from '../../lib/words/i18n.ts'

/** A state in one or two words. */
export function useStateWords(): (state: ConnectionState) => string {
  const t = useT('servers')
  return (state) => {
    if (isSuspect(state)) return t('state.suspect')
    if (state.status !== 'failed') return t(`state.${state.status}`)
    if (state.failure.code === 'sign-in-needed') return t('state.signIn')
    return t(state.retryAt === undefined ? 'state.failed' : 'state.retrying')
  }
}

const looks: Record<ConnectionState['status'], { tone: Tone; icon: typeof Square }> = {
  ready: { tone: 'success', icon: CircleCheck },
  starting: { tone: 'accent', icon: Loader },
  stopping: { tone: 'neutral', icon: Loader },
  stopped: { tone: 'neutral', icon: Square },
  failed: { tone: 'danger', icon: CircleX },
}

/** Open, but whether the server still responds is not known. */
function isSuspect(state: ConnectionState): boolean {
  return state.status === 'ready' && state.suspectSince !== undefined
}

/** The state in a page's header: `Ready · 18 ms`. */
export function StateBadge({ state }: { state: ConnectionState }) {
  const t = useT('servers')
  const words = useStateWords()
  const { duration, exactClock } = useFormats()
  const { tone, icon } = lookOf(state)
  if (state.status === 'ready' && isSuspect(state))
    return (
      <Badge tone={tone} icon={icon}>
        {t('state.suspectSince', { at: exactClock(state.lastRoundTripAt).slice(0, 8) })}
      </Badge>
    )
  return (
    <Badge tone={tone} icon={icon}>
      {words(state)}
      {state.status === 'ready' && ` · ${duration(state.lastRoundTripMs)}`}
    </Badge>
  )
}

function lookOf(state: ConnectionState): { tone: Tone; icon: typeof Square } {
  const signIn = state.status === 'failed' && state.failure.code === 'sign-in-needed'
  if (signIn) return { tone: 'warning', icon: KeyRound }
  return isSuspect(state) ? { tone: 'warning', icon: CircleHelp } : looks[state.status]
}

/** `stdio` or `HTTP`, as people say it. */
export function transportName(view: ServerView): string {
  return view.config.transport.kind === 'http' ? 'HTTP' : 'stdio'
}
