import type { ResourceAttachment } from '@gatehouse/domain'
import type { FollowState } from '@gatehouse/domain/chats'
import type { ReactNode } from 'react'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { oneLine } from '../../../lib/formats/one-line.ts'

interface FollowNoteProps {
  resource: ResourceAttachment
  state: FollowState['state']
  /** Actions for a changed resource. */
  children?: ReactNode
}

/** Below a resource: whether its server reports changes, or that it did. */
export function FollowNote({ resource, state, children }: FollowNoteProps) {
  const t = useT('chat')
  const { moment } = useFormats()
  const server = oneLine(resource.serverName, 60)
  if (state.kind === 'changed')
    return (
      <div
        data-testid="changed-since"
        className="mt-1.5 flex flex-wrap items-center gap-2 rounded-lg border border-warning/25 bg-warning-soft px-3 py-2 text-small text-fg"
      >
        <p className="min-w-0 flex-1 basis-60">
          {t('follow.changedNote', { server, at: moment(state.at) })}
        </p>
        {children}
      </div>
    )
  const words =
    state.kind === 'unfollowed'
      ? t('follow.unfollowedNote', { server })
      : state.since === undefined
        ? t('follow.followedNote', { server })
        : t('follow.sinceNote', { server, at: moment(state.since) })
  return <p className="mt-1.5 px-1 text-small text-fg-2">{words}</p>
}
