import { sharedFolders, type FolderState, type ServerView, type Workspace } from '@gatehouse/domain'
import { FolderPlus } from 'lucide-react'
import { Button, Callout, RevealText } from '../../kit/index.ts'
import { useT } from '../../lib/words/i18n.ts'
import { useAction, useWorkspaces } from '../../lib/queries/index.ts'
import { useShortPath } from '../../lib/formats/short-path.ts'
import { useUi } from '../../lib/ui-store.tsx'

/** Folders that are offered at once; the rest is in Workspaces. */
const MAX_OFFERED = 5

/** The folders that this server gets as its roots, and where to change that. */
export function ServerFolders({ view }: { view: ServerView }) {
  const t = useT('servers')
  const workspaces = useWorkspaces().data
  const short = useShortPath()
  const openWorkspace = useUi((ui) => ui.openWorkspace)
  if (!workspaces) return null
  const folders = sharedFolders(workspaces, view.config.id)
  const first = workspaces.find((one) => one.folders.some((folder) => folders.includes(folder)))
  const states = new Map<string, FolderState>(
    workspaces.flatMap((one) => one.states.map((state) => [state.path, state])),
  )
  const isAsking = view.wantsRoots === true && folders.length === 0
  return (
    <section>
      <h2 className="mb-1 text-note font-medium text-fg-2">{t('folders.title')}</h2>
      {isAsking && <FolderOffer view={view} workspaces={workspaces} />}
      {!isAsking && folders.length === 0 && (
        <p className="text-body text-fg-3">{t('folders.none')}</p>
      )}
      {folders.length > 0 && (
        <ul className="flex flex-col gap-0.5">
          {folders.map(({ path }) => (
            <li key={path}>
              <RevealText text={short(path)} className="font-mono text-small wrap-anywhere" />
              {(states.get(path)?.status ?? 'ok') !== 'ok' && (
                <span className="ml-2 text-small text-danger">{t('folders.missing')}</span>
              )}
            </li>
          ))}
        </ul>
      )}
      <Button size="small" className="mt-2" onClick={() => openWorkspace(first?.id ?? null)}>
        {t('folders.open')}
      </Button>
    </section>
  )
}

interface FolderOfferProps {
  view: ServerView
  workspaces: readonly Workspace[]
}

/** A server asked for roots and was given none: the known folders, and a way to choose one. */
function FolderOffer({ view, workspaces }: FolderOfferProps) {
  const t = useT('servers')
  const short = useShortPath()
  const { id, name } = view.config
  const share = useAction('workspace.share')
  const choose = useChooseFolder(workspaces)
  const known = workspaces.flatMap((one) =>
    one.folders.map(({ path }) => ({ id: one.id, path, workspace: one.name })),
  )
  return (
    <Callout
      title={<RevealText text={t('folders.asked', { name })} />}
      actions={
        <Button
          size="small"
          icon={FolderPlus}
          loading={choose.isPending}
          onClick={() => choose.start()}
        >
          {t('folders.choose')}
        </Button>
      }
    >
      <p className="text-note">{t('folders.note')}</p>
      <ul className="mt-1 flex flex-col gap-1">
        {known.slice(0, MAX_OFFERED).map(({ id: workspaceId, path }) => (
          <li key={`${workspaceId} ${path}`} className="flex flex-wrap items-center gap-2">
            <Button
              size="small"
              loading={share.isPending && share.variables?.path === path}
              onClick={() => share.mutate({ id: workspaceId, path, serverId: id, shared: true })}
            >
              {t('folders.offer')}
            </Button>
            <RevealText text={short(path)} className="font-mono text-small wrap-anywhere" />
          </li>
        ))}
      </ul>
    </Callout>
  )
}

/** Adds a folder that the person picks to their first workspace, or to one that is named after it. */
function useChooseFolder(workspaces: readonly Workspace[]) {
  const add = useAction('workspace.add-folders')
  const create = useAction('workspace.create')
  const pick = useAction('app.pick-folder', {
    onSuccess(path) {
      if (path === null) return
      const addTo = ({ id }: Pick<Workspace, 'id'>): void => add.mutate({ id, paths: [path] })
      const [first] = workspaces
      if (first) addTo(first)
      else create.perform({ name: nameOf(path) }, addTo)
    },
  })
  return {
    isPending: pick.isPending || create.isPending || add.isPending,
    start: () => pick.mutate({}),
  }
}

/** The last part of a path; the path itself where it has none. */
function nameOf(path: string): string {
  return (path.split(/[\\/]/).findLast((part) => part !== '') ?? path).slice(0, 80)
}
