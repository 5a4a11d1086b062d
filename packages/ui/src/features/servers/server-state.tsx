import type { ConnectionState, ServerView } from '@gatehouse/domain'
import { CircleCheck, CircleX, KeyRound, Loader, Square } from 'lucide-react'
import { Badge, StatusDot, type Tone } from '../../kit/index.ts'
import { useFormats } from '../../lib/formats.ts'
import { useT } from '../../lib/i18n.ts'

/** The dot of a list row: the server's hue while it is ready, otherwise what is the matter. */
export function ServerDot({ view }: { view: ServerView }) {
  switch (view.connection.status) {
    case 'ready':
      return <StatusDot tone="hue" hue={view.config.hue} />
    case 'starting':
    case 'stopping':
      return <StatusDot tone="accent" pulsing />
    case 'failed':
      return view.connection.failure.code === 'sign-in-needed' ? (
        <StatusDot tone="warning" />
      ) : (
        <StatusDot tone="danger" />
      )
    case 'stopped':
      return <StatusDot tone="neutral" />
  }
}

/** A state in one or two words. */
export function useStateWords(): (state: ConnectionState) => string {
  const t = useT('servers')
  return (state) => {
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

/** The state in a page's header: `Ready · 18 ms`. */
export function StateBadge({ state }: { state: ConnectionState }) {
  const words = useStateWords()
  const { duration } = useFormats()
  const signIn = state.status === 'failed' && state.failure.code === 'sign-in-needed'
  const { tone, icon } = signIn ? { tone: 'warning' as const, icon: KeyRound } : looks[state.status]
  return (
    <Badge tone={tone} icon={icon}>
      {words(state)}
      {state.status === 'ready' && ` · ${duration(state.lastRoundTripMs)}`}
    </Badge>
  )
}

/** `stdio` or `HTTP`, as people say it. */
export function transportName(view: ServerView): string {
  return view.config.transport.kind === 'http' ? 'HTTP' : 'stdio'
}
