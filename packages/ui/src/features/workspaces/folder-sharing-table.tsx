import type { ServerConfig, WorkspaceFolder, WorkspaceView, FolderState } from '@gatehouse/domain'
import { Plus, X, Ban, FileX, FolderCheck, GitBranch, Unplug } from 'lucide-react'
import { useMemo, type KeyboardEvent } from 'react'
import {
  Button,
  Checkbox,
  IconButton,
  RevealText,
  ServerName,
  useToasts,
  VisuallyHidden,
  Badge,
  Skeleton,
} from '../../kit/index.ts'
import { useT } from '../../lib/words/i18n.ts'
import { useAction, useServers } from '../../lib/queries/index.ts'
import { useShortPath } from '../../lib/formats/short-path.ts'
import { useUi } from '../../lib/ui-store.tsx'
import { worded } from '../../lib/words/worded.ts'

const cell = 'border-t border-line px-3 py-2 align-middle'
const head = 'px-3 py-2.5 text-note font-normal text-fg-2 whitespace-nowrap'

/** Folder by server: who may see what. Arrow keys move between the checkboxes. */
export function FolderSharingTable({ workspace }: { workspace: WorkspaceView }) {
  const t = useT('workspaces')
  const views = useServers().data
  const show = useUi((ui) => ui.show)
  const servers = useMemo(
    () =>
      (views ?? []).map(({ config }) => config).toSorted((a, b) => a.name.localeCompare(b.name)),
    [views],
  )
  return (
    <div className="overflow-hidden rounded-xl border border-line bg-card shadow-1">
      <div className="overflow-x-auto">
        <table
          aria-label={t('table')}
          onKeyDown={moveBetweenCells}
          className="w-full border-separate border-spacing-0 text-body"
        >
          <thead>
            <tr className="text-left">
              <th scope="col" className={`${head} sticky left-0 z-10 bg-card`}>
                {t('folder')}
              </th>
              <th scope="col" className={head}>
                {t('state')}
              </th>
              {servers.map(({ id, name, hue }) => (
                <th key={id} scope="col" className={`${head} max-w-48 text-center`}>
                  <ServerName hue={hue} className="max-w-40">
                    <RevealText text={name} wrap={false} />
                  </ServerName>
                </th>
              ))}
              <th scope="col" className="w-10">
                <VisuallyHidden>{t('actions')}</VisuallyHidden>
              </th>
            </tr>
          </thead>
          <tbody>
            {workspace.folders.map((folder, row) => (
              <FolderRow
                key={folder.path}
                workspace={workspace}
                folder={folder}
                servers={servers}
                row={row}
              />
            ))}
          </tbody>
        </table>
      </div>
      {views?.length === 0 && (
        <p className="flex flex-wrap items-center gap-2.5 border-t border-line px-3 py-2 text-note text-fg-2">
          {t('noServers')}
          <Button size="small" icon={Plus} onClick={() => show({ kind: 'add-server' })}>
            {t('addServer')}
          </Button>
        </p>
      )}
    </div>
  )
}

interface FolderRowProps {
  workspace: WorkspaceView
  folder: WorkspaceFolder
  servers: readonly ServerConfig[]
  row: number
}

function FolderRow({ workspace, folder, servers, row }: FolderRowProps) {
  const t = useT('workspaces')
  const short = useShortPath()
  const { id } = workspace
  const { path } = folder
  const { mutate: share } = useAction('workspace.share')
  const remove = useRemoveFolder(id)
  const shown = short(path)
  return (
    <tr>
      <th
        scope="row"
        title={path}
        className={`${cell} sticky left-0 z-10 min-w-56 bg-card text-left font-normal`}
      >
        <RevealText text={shown} className="font-mono text-note wrap-anywhere" />
      </th>
      <td className={cell}>
        <FolderBadge state={workspace.states.find((state) => state.path === path)} />
      </td>
      {servers.map(({ id: serverId, name }, column) => (
        <td key={serverId} className={cell} data-cell={`${row} ${column}`}>
          <Checkbox
            className="justify-center"
            labelHidden
            label={t('share', { server: name, folder: shown })}
            checked={folder.servers.includes(serverId)}
            onCheckedChange={(shared) => share({ id, path, serverId, shared })}
          />
        </td>
      ))}
      <td className={`${cell} w-10 !px-1.5`}>
        <IconButton
          size="small"
          icon={X}
          label={t('removeFolder', { folder: shown })}
          onClick={() => remove(path, shown)}
        />
      </td>
    </tr>
  )
}

/** Takes a folder out at once and offers to put it back, with the servers that saw it. */
function useRemoveFolder(id: string): (path: string, shown: string) => void {
  const { show } = useToasts()
  const { mutate: restore } = useAction('workspace.restore-folder')
  const { perform: remove } = useAction('workspace.remove-folder')
  return (path, shown) =>
    remove(
      { id, path },
      () =>
        void show({
          title: worded('workspaces', (t) => t('folderRemoved', { folder: shown })),
          description: worded('workspaces', (t) => t('folderRemovedNote')),
          action: {
            label: worded('common', (t) => t('actions.undo')),
            onSelect: () => restore({ id, path }),
          },
        }),
    )
}

const steps: Partial<Record<string, [row: number, column: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** Moves the focus from one cell's checkbox to the one in the direction of an arrow key. */
function moveBetweenCells(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key]
  if (!step || !(event.target instanceof HTMLElement)) return
  const place = event.target.closest<HTMLElement>('[data-cell]')?.dataset['cell']
  if (place === undefined) return
  const [row = 0, column = 0] = place.split(' ').map(Number)
  const target = event.currentTarget.querySelector<HTMLElement>(
    `[data-cell="${row + step[0]} ${column + step[1]}"] [role=checkbox]`,
  )
  event.preventDefault()
  target?.focus()
}

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
