import type { FolderState } from '@gatehouse/domain'
import { Ban, FileX, FolderCheck, GitBranch, Unplug } from 'lucide-react'
import { Badge, RevealText, Skeleton } from '../../kit/index.ts'
import { useT } from '../../lib/words/i18n.ts'

/** State of the path of a folder. */
export function FolderBadge({ state }: { state: FolderState | undefined }) {
  const t = useT('workspaces')
  if (!state) return <Skeleton lines={1} className="w-16" />
  switch (state.status) {
    case 'ok': {
      const { git } = state
      if (!git)
        return (
          <Badge icon={FolderCheck} tone="success" className="align-middle">
            {t('status.ok')}
          </Badge>
        )
      return (
        <Badge icon={GitBranch} tone="success" className="!max-w-44 align-middle">
          {git.branch === undefined ? (
            t('status.gitDetached')
          ) : (
            <RevealText text={t('status.git', { branch: git.branch })} wrap={false} />
          )}
        </Badge>
      )
    }
    case 'missing':
      return (
        <Badge icon={Unplug} tone="danger" title={t('statusNote.missing')} className="align-middle">
          {t('status.missing')}
        </Badge>
      )
    case 'unreadable':
      return (
        <Badge icon={Ban} tone="danger" title={t('statusNote.unreadable')} className="align-middle">
          {t('status.unreadable')}
        </Badge>
      )
    case 'not-a-folder':
      return (
        <Badge
          icon={FileX}
          tone="danger"
          title={t('statusNote.not-a-folder')}
          className="align-middle"
        >
          {t('status.not-a-folder')}
        </Badge>
      )
  }
}
