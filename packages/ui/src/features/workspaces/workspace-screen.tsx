import type { FolderRefusal, WorkspaceView } from '@gatehouse/domain'
import { Ellipsis, FolderPlus, FolderTree, Pencil, Plus, Trash2 } from 'lucide-react'
import { useCallback, useState } from 'react'
import {
  Button,
  EmptyState,
  IconButton,
  Menu,
  PaneBody,
  PaneHeader,
  RevealText,
  TitleField,
  RadioGroup,
  Callout,
} from '../../kit/index.ts'
import { useT } from '../../lib/words/i18n.ts'
import {
  useAction,
  useWorkspaces,
  useConversations,
  useSetWorkspaceMode,
} from '../../lib/queries/index.ts'
import { QueryStates } from '../../lib/queries/query-states.tsx'
import { useUi } from '../../lib/ui-store.tsx'
import { DropZone } from './drop-zone.tsx'
import { useDeleteWorkspace, useOpenWorkspace } from './workspace-actions.ts'
import { FolderSharingTable } from './folder-sharing-table.tsx'
import { ProjectDialog } from './project-dialog.tsx'
import { useAddFolders, useFreshFolders } from './use-add-folders.ts'
import { useDroppedFiles } from '../../lib/drafts/use-dropped-files.ts'
import type { ApprovalMode } from '@gatehouse/domain/approvals'
import { useModeWords } from '../../lib/words/mode-words.ts'
import { Sentence } from '../../lib/words/sentence.tsx'
import { useShortPath } from '../../lib/formats/short-path.ts'

const MODES: readonly ApprovalMode[] = ['every-call', 'changes', 'risky-calls']

/** The main pane of Workspaces: the folders of one, and who may see them. */
export function WorkspaceScreen() {
  const t = useT('workspaces')
  const common = useT('common')
  const workspaces = useWorkspaces()
  const open = useOpenWorkspace()
  const show = useUi((ui) => ui.show)
  useFreshFolders()
  return (
    <QueryStates query={workspaces}>
      {() =>
        open ? (
          <WorkspacePage key={open.id} workspace={open} />
        ) : (
          <>
            <PaneHeader title={common('sections.workspaces')} />
            <EmptyState
              className="flex-1"
              icon={FolderTree}
              title={t('none')}
              description={t('noneNote')}
              actions={
                <Button
                  icon={Plus}
                  variant="primary"
                  onClick={() => show({ kind: 'new-workspace' })}
                >
                  {t('new')}
                </Button>
              }
            />
          </>
        )
      }
    </QueryStates>
  )
}

function WorkspacePage({ workspace }: { workspace: WorkspaceView }) {
  const t = useT('workspaces')
  const [refused, setRefused] = useState<readonly FolderRefusal[]>([])
  const [searched, setSearched] = useState<string | null>(null)
  const { add, choose, isPending } = useAddFolders(workspace.id, setRefused)
  const pickParent = useAction('app.pick-folder', {
    onSuccess: (path) => path !== null && setSearched(path),
  })
  const { over, handlers } = useDroppedFiles(add)
  const closeSearch = useCallback(() => setSearched(null), [])
  return (
    <div {...handlers} className="flex min-h-0 flex-1 flex-col">
      <WorkspaceHeader workspace={workspace} onAdd={choose} adding={isPending} />
      <PaneBody label={workspace.name} className="py-5">
        <div className="mx-auto flex w-full max-w-[60rem] flex-col gap-4 px-5">
          <p className="text-body text-fg-2">
            {t('note')}
            <span className="mt-1.5 block text-small text-fg-3">{t('byChat')}</span>
          </p>
          {refused.length > 0 && <Refusals refused={refused} onDismiss={() => setRefused([])} />}
          {workspace.folders.length > 0 && <FolderSharingTable workspace={workspace} />}
          <DropZone
            empty={workspace.folders.length === 0}
            over={over}
            onChoose={choose}
            onSearch={() => pickParent.mutate({})}
          />
          <ModeOfWorkspace workspace={workspace} />
        </div>
      </PaneBody>
      {searched !== null && (
        <ProjectDialog parent={searched} workspace={workspace} onAdd={add} onClose={closeSearch} />
      )}
    </div>
  )
}

interface WorkspaceHeaderProps {
  workspace: WorkspaceView
  onAdd: () => void
  adding: boolean
}

function WorkspaceHeader({ workspace, onAdd, adding }: WorkspaceHeaderProps) {
  const t = useT('workspaces')
  const common = useT('common')
  const { id, name, folders } = workspace
  const [renaming, setRenaming] = useState(false)
  const { mutate: rename } = useAction('workspace.rename')
  const remove = useDeleteWorkspace()
  const chats = useChatsIn(id)
  return (
    <PaneHeader
      title={
        renaming ? (
          <TitleField
            className="h-7 w-80 text-title font-semibold"
            label={t('renameLabel')}
            value={name}
            maxLength={80}
            onSave={(next) => rename({ id, name: next })}
            onClose={() => setRenaming(false)}
          />
        ) : (
          <button
            type="button"
            title={t('renameHint')}
            onClick={() => setRenaming(true)}
            className="block max-w-full cursor-text truncate rounded-sm hover:text-fg-2"
          >
            <RevealText text={name} wrap={false} />
          </button>
        )
      }
      actions={
        <>
          <Button icon={FolderPlus} onClick={onAdd} loading={adding}>
            {t('add')}
          </Button>
          <Menu
            align="end"
            trigger={<IconButton icon={Ellipsis} label={t('more', { name })} />}
            entries={[
              {
                label: common('actions.rename'),
                icon: Pencil,
                onSelect: () => setRenaming(true),
              },
              { kind: 'separator' },
              {
                label: common('actions.delete'),
                icon: Trash2,
                tone: 'danger',
                onSelect: () => remove(workspace),
              },
            ]}
          />
        </>
      }
    >
      <span className="text-note text-fg-2">
        {t('folders', { count: folders.length })}
        <span className="max-[50rem]:hidden">
          {' · '}
          {chats === 0 ? t('unused') : t('usedIn', { count: chats })}
        </span>
      </span>
    </PaneHeader>
  )
}

/** Returns the number of chats in a workspace. */
function useChatsIn(workspaceId: string): number {
  const chats = useConversations().data ?? []
  return chats.filter((chat) => chat.workspaceId === workspaceId).length
}

/** Which calls the chats of a workspace ask about. */
function ModeOfWorkspace({ workspace }: { workspace: WorkspaceView }) {
  const t = useModeWords()
  const { mutate, isPending } = useSetWorkspaceMode()
  return (
    <RadioGroup
      label={t('workspace.label')}
      description={t('workspace.note')}
      value={workspace.approvalMode ?? 'every-call'}
      disabled={isPending}
      onValueChange={(mode: ApprovalMode) => mutate({ id: workspace.id, mode })}
      options={MODES.map((value) => ({
        value,
        label: t(`name.${value}`),
        description: t(`note.${value}`),
      }))}
    />
  )
}

interface RefusalsProps {
  refused: readonly FolderRefusal[]
  onDismiss: () => void
}

/** Which folders were not added, and why. */
export function Refusals({ refused, onDismiss }: RefusalsProps) {
  const t = useT('workspaces')
  const short = useShortPath()
  return (
    <Callout
      tone="warning"
      role="alert"
      title={t('refused', { count: refused.length })}
      onDismiss={onDismiss}
    >
      <ul className="flex max-h-40 flex-col gap-0.5 overflow-y-auto">
        {refused.map(({ path, reason }, index) => (
          <li key={index}>
            <Sentence
              words={t(`refusal.${reason}`, { skipInterpolation: true })}
              filled={{
                path: (
                  <RevealText text={short(path)} className="font-mono text-small wrap-anywhere" />
                ),
              }}
            />
          </li>
        ))}
      </ul>
    </Callout>
  )
}
