import type { Conversation } from '@gatehouse/domain'
import { FolderTree } from 'lucide-react'
import { Button, Menu, revealed, VisuallyHidden } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { oneLine } from '../../../lib/formats/one-line.ts'
import { useAction, useWorkspaceOf, useWorkspaces } from '../../../lib/queries/index.ts'
import { useUi } from '../../../lib/ui-store.tsx'

/** Which workspace the chat is in; nothing while there is none to choose. */
export function WorkspaceChip({ conversation }: { conversation: Conversation }) {
  const t = useT('chat')
  const workspaces = useWorkspaces().data ?? []
  const workspace = useWorkspaceOf(conversation)
  const openWorkspace = useUi((ui) => ui.openWorkspace)
  const { mutate, isPending } = useAction('chat.set-workspace')
  if (workspaces.length === 0) return null
  const { id } = conversation
  const choice = (label: string, workspaceId: string | null) => ({
    kind: 'check' as const,
    closes: true,
    label,
    checked: (workspace?.id ?? null) === workspaceId,
    disabled: isPending,
    onCheckedChange: () => mutate({ id, workspaceId }),
  })
  return (
    <Menu
      side="top"
      align="end"
      trigger={
        <Button
          variant="ghost"
          icon={FolderTree}
          data-testid="workspace-chip"
          className="min-w-0 shrink-[2]"
        >
          <VisuallyHidden>{t('composer.workspace')} </VisuallyHidden>
          <span
            className={
              workspace ? 'truncate font-semibold text-fg' : 'truncate max-[60rem]:sr-only'
            }
          >
            {workspace ? revealed(oneLine(workspace.name, 60)) : t('composer.noWorkspace')}
          </span>
        </Button>
      }
      entries={[
        {
          kind: 'group',
          label: t('composer.workspaceOf'),
          entries: [
            ...workspaces.map((one) => ({
              ...choice(oneLine(one.name, 60), one.id),
              detail: t('composer.workspaceFolders', { count: one.folders.length }),
            })),
            choice(t('composer.noWorkspace'), null),
          ],
        },
        { kind: 'separator' },
        {
          label: t('composer.manageWorkspaces'),
          icon: FolderTree,
          onSelect: () => openWorkspace(workspace?.id ?? null),
        },
      ]}
    />
  )
}
