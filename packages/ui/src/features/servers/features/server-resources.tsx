import {
  displayName,
  type Resource,
  type ResourceTemplate,
  type ServerView,
} from '@gatehouse/domain'
import { Library } from 'lucide-react'
import { useMemo } from 'react'
import { Badge, EmptyState } from '../../../kit/index.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { useRetainedState } from '../../../lib/drafts/use-retained-state.ts'
import {
  useCachedLists,
  useChangedResources,
  useServerResources,
  useServerTemplates,
  useServerWatches,
} from '../../../lib/queries/index.ts'
import { QueryStates } from '../../../lib/queries/query-states.tsx'
import { StaleListNote } from './stale-list-note.tsx'
import { currentOrCachedList } from './current-or-cached-list.ts'
import { BrowseList, type BrowseGroup } from './browse-list.tsx'
import { NotRunning } from '../not-running.tsx'
import { ResourceDetail } from './resource-detail.tsx'
import { TemplateDetail } from './template-detail.tsx'

/** Resources of a server by address, and templates of addresses. */
export function ServerResources({ view }: { view: ServerView }) {
  const ready = view.connection.status === 'ready'
  const resources = useServerResources(view.config.id, ready)
  const templates = useServerTemplates(view.config.id, ready)
  const cached = useCachedLists(view.config.id).data
  const shown = {
    resources: currentOrCachedList(view, resources, cached?.resources),
    templates: currentOrCachedList(view, templates, cached?.templates),
  }
  const isStale = shown.resources.isStale || shown.templates.isStale
  const old = { resources: shown.resources.list ?? [], templates: shown.templates.list ?? [] }
  if (isStale && old.resources.length + old.templates.length > 0)
    return (
      <>
        <StaleListNote />
        <Browser view={view} {...old} />
      </>
    )
  if (!ready) return <NotRunning view={view} icon={Library} />
  return (
    <QueryStates query={resources} lines={8}>
      {(list) => (
        <QueryStates query={templates} lines={8}>
          {(families) => <Browser view={view} resources={list} templates={families} />}
        </QueryStates>
      )}
    </QueryStates>
  )
}

interface BrowserProps {
  view: ServerView
  resources: Resource[]
  templates: ResourceTemplate[]
}

const resourceKey = ({ uri }: Resource): string => `resource ${uri}`
const templateKey = ({ uriTemplate }: ResourceTemplate): string => `template ${uriTemplate}`

function Browser({ view, resources, templates }: BrowserProps) {
  const t = useT('servers')
  const { changed, look } = useChangedResources(view.config.id)
  const followed = useServerWatches(view.config.id).data
  const [chosen, setChosen] = useRetainedState<string>(`chosen-resources ${view.config.id}`)
  const groups = useGroups({ resources, templates, changed, followed })
  const known = groups.flatMap(({ entries }) => entries)
  if (known.length === 0)
    return (
      <EmptyState
        className="flex-1"
        icon={Library}
        title={t('resources.none')}
        description={t('resources.noneNote')}
      />
    )
  const selected = known.find(({ key }) => key === chosen)?.key ?? known[0]?.key
  const resource = resources.find((one) => resourceKey(one) === selected)
  const template = templates.find((one) => templateKey(one) === selected)
  return (
    <div className="flex min-h-0 flex-1">
      <BrowseList
        label={t('tabs.resources')}
        filterLabel={t('resources.filter')}
        groups={groups}
        selected={selected}
        onSelect={(key) => {
          setChosen(key)
          const opened = resources.find((one) => resourceKey(one) === key)
          if (opened) look(opened.uri)
        }}
      />
      {resource && <ResourceDetail key={selected} view={view} resource={resource} />}
      {template && <TemplateDetail key={selected} view={view} template={template} />}
    </div>
  )
}

interface GroupParts {
  resources: Resource[]
  templates: ResourceTemplate[]
  changed: readonly string[]
  followed: readonly string[] | undefined
}

function useGroups({ resources, templates, changed, followed }: GroupParts): BrowseGroup[] {
  const t = useT('servers')
  const page = useT('serverPage')
  const { number } = useFormats()
  return useMemo(() => {
    const shared = repeated(resources.map(titleOf))
    return [
      {
        label: t('resources.heading', { number: number(resources.length) }),
        entries: once(resources, resourceKey).map((one) => ({
          key: resourceKey(one),
          title: titleOf(one),
          icons: one.icons,
          note: shared.has(titleOf(one)) ? noteOf(one) : undefined,
          words: `${one.name} ${one.uri} ${one.description ?? ''}`,
          trailing: changed.includes(one.uri) ? (
            <Badge tone="warning">{t('resources.changed')}</Badge>
          ) : (
            followed?.includes(one.uri) && <Badge>{page('watch.followed')}</Badge>
          ),
        })),
      },
      {
        label: t('resources.templates', { number: number(templates.length) }),
        entries: once(templates, templateKey).map((one) => ({
          key: templateKey(one),
          title: titleOf(one),
          icons: one.icons,
          words: `${one.name} ${one.uriTemplate} ${one.description ?? ''}`,
        })),
      },
    ]
  }, [resources, templates, changed, followed, t, page, number])
}

const titleOf = (item: Pick<Resource, 'title' | 'name'>): string => displayName(item)
const noteOf = (one: Resource): string => (titleOf(one) === one.name ? one.uri : one.name)

/** Titles that stand there more than once: resources of one template often share one. */
function repeated(titles: readonly string[]): Set<string> {
  const seen = new Set<string>()
  return new Set(titles.filter((title) => seen.has(title) || !seen.add(title)))
}

/** A server may list the same address twice; rows need one each. */
function once<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()]
}
