import { displayName, type Prompt, type ServerView } from '@gatehouse/domain'
import { MessageSquareText } from 'lucide-react'
import { useMemo } from 'react'
import { EmptyState } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { useRetainedState } from '../../../lib/drafts/use-retained-state.ts'
import { useCachedLists, useServerPrompts } from '../../../lib/queries/index.ts'
import { QueryStates } from '../../../lib/queries/query-states.tsx'
import { StaleListNote } from './stale-list-note.tsx'
import { BrowseList } from './browse-list.tsx'
import { NotRunning } from '../not-running.tsx'
import { PromptDetail } from './prompt-detail.tsx'
import { currentOrCachedList } from './current-or-cached-list.ts'

/** The prompts of a server, to be filled in, looked at and taken into a chat. */
export function ServerPrompts({ view }: { view: ServerView }) {
  const t = useT('servers')
  const ready = view.connection.status === 'ready'
  const query = useServerPrompts(view.config.id, ready)
  const cached = useCachedLists(view.config.id).data?.prompts
  const { list, isStale } = currentOrCachedList(view, query, cached)
  if (list && list.length > 0 && isStale)
    return (
      <>
        <StaleListNote />
        <Browser view={view} prompts={list} />
      </>
    )
  if (!ready) return <NotRunning view={view} icon={MessageSquareText} />
  return (
    <QueryStates query={query} lines={8}>
      {(prompts) =>
        prompts.length === 0 ? (
          <EmptyState
            className="flex-1"
            icon={MessageSquareText}
            title={t('prompts.none')}
            description={t('prompts.noneNote')}
          />
        ) : (
          <Browser view={view} prompts={prompts} />
        )
      }
    </QueryStates>
  )
}

function Browser({ view, prompts }: { view: ServerView; prompts: Prompt[] }) {
  const t = useT('servers')
  const [chosen, setChosen] = useRetainedState<string>(`chosen-prompts ${view.config.id}`)
  const groups = useMemo(
    () => [
      {
        // A server may list the same name twice; rows need one each.
        entries: [...new Map(prompts.map((one) => [one.name, one])).values()].map(
          ({ name, title, icons, description = '' }) => ({
            icons,
            key: name,
            title: displayName({ title, name }),
            words: `${name} ${description}`,
          }),
        ),
      },
    ],
    [prompts],
  )
  const prompt = prompts.find(({ name }) => name === chosen) ?? prompts[0]
  return (
    <div className="flex min-h-0 flex-1">
      <BrowseList
        label={t('tabs.prompts')}
        filterLabel={t('prompts.filter')}
        groups={groups}
        selected={prompt?.name}
        onSelect={setChosen}
      />
      {prompt && <PromptDetail key={prompt.name} view={view} prompt={prompt} />}
    </div>
  )
}
