import { sharedFolders, type FolderState } from '@gatehouse/domain'
import { Button, RevealText } from '../../kit/index.ts'
import { useT } from '../../lib/words/i18n.ts'
import { useWorkspaces } from '../../lib/queries/index.ts'
import { useShortPath } from '../../lib/formats/short-path.ts'
import { useUi } from '../../lib/ui-store.tsx'

/** The folders that this server gets as its roots, and where to change that. */
export function ServerFolders({ serverId }: { serverId: string }) {
  const t = useT('servers')
  const workspaces = useWorkspaces().data
  const short = useShortPath()
  const openWorkspace = useUi((ui) => ui.openWorkspace)
  if (!workspaces) return null
  const folders = sharedFolders(workspaces, serverId)
  const first = workspaces.find((one) => one.folders.some((folder) => folders.includes(folder)))
  const states = new Map<string, FolderState>(
    workspaces.flatMap((one) => one.states.map((state) => [state.path, state])),
  )
  return (
    <section>
      <h2 className="mb-1 text-note font-medium text-fg-2">{t('folders.title')}</h2>
      {folders.length === 0 ? (
        <p className="text-body text-fg-3">{t('folders.none')}</p>
      ) : (
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
