import type { WorkspaceView } from '@gatehouse/domain'
import { Ellipsis, FolderTree, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState, type KeyboardEvent } from 'react'
import {
  Button,
  ContextMenu,
  EmptyState,
  Icon,
  IconButton,
  List,
  ListRow,
  Menu,
  PaneBody,
  PaneHeader,
  RevealText,
  StatusDot,
  TitleField,
  type MenuEntry,
} from '../../kit/index.ts'
import { useT } from '../../lib/words/i18n.ts'
import { useAction, useWorkspaces } from '../../lib/queries/index.ts'
import { QueryStates } from '../../lib/queries/query-states.tsx'
import { useUi } from '../../lib/ui-store.tsx'
import { useDeleteWorkspace, useOpenWorkspace } from './workspace-actions.ts'

/** The second column of Workspaces. */
export function WorkspaceList() {
  const t = useT('workspaces')
  const common = useT('common')
  const workspaces = useWorkspaces()
  const show = useUi((ui) => ui.show)
  const open = useOpenWorkspace()
  const remove = useDeleteWorkspace()
  const add = (): void => show({ kind: 'new-workspace' })
  return (
    <>
      <PaneHeader
        kind="list"
        title={common('sections.workspaces')}
        actions={<IconButton icon={Plus} label={t('new')} onClick={add} />}
      />
      <PaneBody>
        <QueryStates query={workspaces}>
          {(list) =>
            list.length === 0 ? (
              <EmptyState
                title={t('none')}
                actions={
                  <Button size="small" icon={Plus} onClick={add}>
                    {t('new')}
                  </Button>
                }
              />
            ) : (
              <List label={common('sections.workspaces')} className="pb-2">
                {list.map((workspace) => (
                  <WorkspaceRow
                    key={workspace.id}
                    workspace={workspace}
                    selected={workspace.id === open?.id}
                    onDelete={remove}
                  />
                ))}
              </List>
            )
          }
        </QueryStates>
      </PaneBody>
    </>
  )
}

interface WorkspaceRowProps {
  workspace: WorkspaceView
  selected: boolean
  onDelete: (workspace: WorkspaceView) => void
}

function WorkspaceRow({ workspace, selected, onDelete }: WorkspaceRowProps) {
  const t = useT('workspaces')
  const common = useT('common')
  const { id, name } = workspace
  const openWorkspace = useUi((ui) => ui.openWorkspace)
  const [renaming, setRenaming] = useState(false)
  const { mutate: rename } = useAction('workspace.rename')
  const entries: MenuEntry[] = [
    {
      label: common('actions.rename'),
      icon: Pencil,
      keys: 'F2',
      onSelect: () => setRenaming(true),
    },
    {
      label: common('actions.delete'),
      icon: Trash2,
      keys: 'Delete',
      tone: 'danger',
      onSelect: () => onDelete(workspace),
    },
  ]
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.target instanceof HTMLElement) || !event.target.matches('[data-list-row]')) return
    if (event.key === 'F2') setRenaming(true)
    else if (event.key === 'Delete') onDelete(workspace)
    else return
    event.preventDefault()
  }
  if (renaming) {
    return (
      <TitleField
        className="mx-1 my-0.5 h-7 text-body"
        label={t('renameLabel')}
        value={name}
        maxLength={80}
        onSave={(next) => rename({ id, name: next })}
        onClose={() => setRenaming(false)}
      />
    )
  }
  return (
    <div role="presentation" onKeyDown={onKeyDown}>
      <ContextMenu entries={entries}>
        <ListRow
          leading={<Icon icon={FolderTree} />}
          title={<RevealText text={name} wrap={false} />}
          selected={selected}
          onClick={() => openWorkspace(id)}
          onDoubleClick={() => setRenaming(true)}
          trailing={<RowCount workspace={workspace} />}
          actions={
            <Menu
              align="end"
              trigger={<IconButton size="small" icon={Ellipsis} label={t('more', { name })} />}
              entries={entries}
            />
          }
        />
      </ContextMenu>
    </div>
  )
}

function RowCount({ workspace }: { workspace: WorkspaceView }) {
  const t = useT('workspaces')
  const problems = workspace.states.filter(({ status }) => status !== 'ok').length
  const count = workspace.folders.length
  return (
    <span className="flex items-center gap-1.5">
      {problems > 0 && <StatusDot tone="danger" label={t('problems', { count: problems })} />}
      <span aria-hidden>{count}</span>
      <span className="sr-only">{t('folders', { count })}</span>
    </span>
  )
}
