import type { Project, ProjectSearch, WorkspaceView } from '@gatehouse/domain'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Badge, Button, Checkbox, Dialog, EmptyState, RevealText } from '../../kit/index.ts'
import { useBridge } from '../../lib/bridge/bridge.tsx'
import { useT } from '../../lib/words/i18n.ts'
import { QueryStates } from '../../lib/queries/query-states.tsx'
import { useShortPath } from '../../lib/formats/short-path.ts'

interface ProjectDialogProps {
  parent: string
  workspace: WorkspaceView
  onAdd: (paths: readonly string[]) => void
  onClose: () => void
}

/** The projects that were found in a chosen folder, to be picked from. */
export function ProjectDialog({ parent, workspace, onAdd, onClose }: ProjectDialogProps) {
  const t = useT('workspaces')
  const common = useT('common')
  const short = useShortPath()
  const { request } = useBridge()
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const search = useQuery<ProjectSearch>({
    queryKey: ['project-search', parent],
    queryFn: () => request('workspace.find-projects', { path: parent }),
    gcTime: 0,
  })
  const present = new Set(workspace.folders.map(({ path }) => path))
  const found = search.data?.projects ?? []
  const offered = found.filter(({ path }) => !present.has(path))
  const chosen = offered.filter(({ path }) => !left.has(path)).map(({ path }) => path)
  const finish = (paths: readonly string[]): void => {
    onAdd(paths)
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(next) => next || onClose()}
      title={
        search.data && found.length > 0
          ? t('projects.title', { count: found.length, folder: short(parent) })
          : short(parent)
      }
      description={t('projects.note')}
      size="medium"
      footer={
        <>
          <Button onClick={onClose}>{common('actions.cancel')}</Button>
          {offered.length > 0 && (
            <Button variant="primary" disabled={chosen.length === 0} onClick={() => finish(chosen)}>
              {t('projects.add', { count: chosen.length })}
            </Button>
          )}
        </>
      }
    >
      <QueryStates query={search}>
        {({ complete }) =>
          found.length === 0 ? (
            <EmptyState
              title={t('projects.none')}
              description={t('projects.noneNote')}
              actions={
                <Button onClick={() => finish([parent])}>
                  {t('projects.addSelf', { folder: short(parent) })}
                </Button>
              }
            />
          ) : (
            <ProjectList
              projects={found}
              present={present}
              chosen={chosen}
              complete={complete}
              onChange={(path, checked) => setLeft((was) => without(was, [path], checked))}
              onAll={(checked) =>
                setLeft((was) =>
                  without(
                    was,
                    offered.map(({ path }) => path),
                    checked,
                  ),
                )
              }
            />
          )
        }
      </QueryStates>
    </Dialog>
  )
}

/** The set of what is left unchecked after some were checked or unchecked. */
function without(
  left: ReadonlySet<string>,
  paths: readonly string[],
  checked: boolean,
): ReadonlySet<string> {
  const others = [...left].filter((path) => !paths.includes(path))
  return new Set(checked ? others : [...others, ...paths])
}

interface ProjectListProps {
  projects: readonly Project[]
  present: ReadonlySet<string>
  chosen: readonly string[]
  complete: boolean
  onChange: (path: string, checked: boolean) => void
  onAll: (checked: boolean) => void
}

function ProjectList(props: ProjectListProps) {
  const { projects, present, chosen, complete, onChange, onAll } = props
  const t = useT('workspaces')
  const short = useShortPath()
  const open = projects.filter(({ path }) => !present.has(path)).length
  return (
    <div className="flex flex-col gap-2">
      {!complete && <p className="text-note text-warning">{t('projects.incomplete')}</p>}
      {open > 1 && (
        <Checkbox
          label={t('projects.all')}
          checked={chosen.length === open}
          indeterminate={chosen.length > 0 && chosen.length < open}
          onCheckedChange={onAll}
          className="border-b border-line pb-2"
        />
      )}
      <ul className="flex flex-col gap-1.5">
        {projects.map(({ path, signs }) => (
          <li key={path} className="flex min-w-0 items-start gap-2">
            <Checkbox
              className="min-w-0 flex-1"
              label={
                <RevealText text={short(path)} className="font-mono text-note wrap-anywhere" />
              }
              checked={present.has(path) || chosen.includes(path)}
              disabled={present.has(path)}
              onCheckedChange={(checked) => onChange(path, checked)}
            />
            <span className="flex shrink-0 flex-wrap justify-end gap-1">
              {present.has(path) ? (
                <Badge>{t('projects.present')}</Badge>
              ) : (
                signs.slice(0, 2).map((sign) => (
                  <Badge key={sign} mono>
                    {sign}
                  </Badge>
                ))
              )}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
