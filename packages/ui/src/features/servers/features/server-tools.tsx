import {
  isVisibleToModel,
  toolDisplayName,
  type ServerView,
  type SimilarTool,
  type Tool,
} from '@gatehouse/domain'
import { MessageSquarePlus, TriangleAlert, Wrench } from 'lucide-react'
import { useMemo, useState } from 'react'
import {
  Badge,
  Button,
  dedent,
  MAX_WITHOUT_VIRTUAL,
  EmptyState,
  Icon,
  List,
  ListRow,
  VirtualList,
  PaneBody,
  RevealText,
  SearchField,
  ServerIcon,
  VisuallyHidden,
} from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { useRetainedState } from '../../../lib/drafts/use-retained-state.ts'
import { oneLine } from '../../../lib/formats/one-line.ts'
import { useServerTools, useSimilarTools } from '../../../lib/queries/index.ts'
import { QueryStates } from '../../../lib/queries/query-states.tsx'
import { chosenToolKey, useUi } from '../../../lib/ui-store.tsx'
import { SchemaView } from './schema-view.tsx'

/** Tools that a server offers to models, with its own descriptions and schemas. */
export function ServerTools({ view }: { view: ServerView }) {
  const t = useT('servers')
  const query = useServerTools(view.config.id)
  const ready = view.connection.status === 'ready'
  return (
    <QueryStates query={query} lines={8}>
      {(tools) =>
        tools.length === 0 ? (
          <EmptyState
            className="flex-1"
            icon={Wrench}
            title={t(ready ? 'tools.none' : 'tools.notYet')}
            description={t(ready ? 'tools.noneNote' : 'tools.notYetNote')}
          />
        ) : (
          <Browser view={view} tools={tools} />
        )
      }
    </QueryStates>
  )
}

/** Names whole, descriptions up to a limit. */
function searchedWords(tool: Tool): string {
  const description = tool.description?.slice(0, 2000) ?? ''
  return `${tool.name} ${toolDisplayName(tool)} ${description}`.toLowerCase()
}

function Browser({ view, tools }: { view: ServerView; tools: Tool[] }) {
  const t = useT('servers')
  const similar = useSimilarTools(view.config.id)
  const [filter, setFilter] = useState('')
  const [chosen, setChosen] = useRetainedState<string>(chosenToolKey(view.config.id))
  const words = useMemo(() => tools.map(searchedWords), [tools])
  const shown = useMemo(() => {
    const query = filter.trim().toLowerCase()
    return tools.filter((_tool, index) => words[index]?.includes(query))
  }, [tools, words, filter])
  const typed = filter.trim()
  const tool =
    shown.find((one) => one.name === chosen) ?? shown.find((one) => one.name === typed) ?? shown[0]
  const draw = (one: Tool) => (
    <ListRow
      key={one.name}
      trailing={
        similar.has(one.name) ? (
          <span title={t('tools.isSimilar')} className="text-warning">
            <Icon icon={TriangleAlert} size={12} />
            <VisuallyHidden>{t('tools.isSimilar')}</VisuallyHidden>
          </span>
        ) : undefined
      }
      leading={one.icons?.length ? <ServerIcon icons={one.icons} /> : undefined}
      title={<RevealText text={oneLine(toolDisplayName(one))} wrap={false} />}
      selected={one === tool}
      onClick={() => setChosen(one.name)}
    />
  )
  return (
    <div className="flex min-h-0 flex-1">
      <div className="flex w-60 shrink-0 flex-col border-r border-line">
        <div className="px-2 py-2">
          <SearchField label={t('tools.filter')} value={filter} onValueChange={setFilter} />
        </div>
        {shown.length > MAX_WITHOUT_VIRTUAL ? (
          <VirtualList key={filter} label={t('tabs.tools')} rows={shown} draw={draw} />
        ) : (
          <PaneBody>
            {shown.length === 0 && (
              <p className="px-3.5 py-2 text-note text-fg-3">{t('noMatches')}</p>
            )}
            <List label={t('tabs.tools')} className="pb-2">
              {shown.map(draw)}
            </List>
          </PaneBody>
        )}
      </div>
      {tool && (
        <ToolDetail
          key={tool.name}
          view={view}
          tool={tool}
          similar={similar.get(tool.name) ?? []}
        />
      )}
    </div>
  )
}

interface ToolDetailProps {
  view: ServerView
  tool: Tool
  /** Tools of other servers that could be taken for it. */
  similar: readonly SimilarTool[]
}

function ToolDetail({ view, tool, similar }: ToolDetailProps) {
  const t = useT('servers')
  const runInChat = useUi((ui) => ui.runInChat)
  return (
    <PaneBody label={toolDisplayName(tool)} className="px-5 py-4">
      <div className="flex max-w-column flex-col gap-4">
        <header className="flex flex-wrap items-start gap-x-3 gap-y-2">
          <div className="min-w-0 flex-1">
            <h2 className="flex items-center gap-2 text-title font-semibold">
              <ServerIcon icons={tool.icons} />
              <RevealText text={toolDisplayName(tool)} className="min-w-0" />
            </h2>
            <p className="font-mono text-small text-fg-3">
              <RevealText text={tool.name} />
            </p>
          </div>
          <Button
            icon={MessageSquarePlus}
            onClick={() => runInChat({ serverId: view.config.id, toolName: tool.name })}
          >
            {t('tools.run')}
          </Button>
        </header>
        {similar.map(({ serverName, toolName }) => (
          <p key={`${serverName} ${toolName}`} className="text-small text-warning">
            <RevealText
              text={t('tools.similar', { other: oneLine(serverName), name: oneLine(toolName) })}
            />
          </p>
        ))}
        {!isVisibleToModel(tool) && <p className="text-small text-fg-3">{t('tools.appOnly')}</p>}
        <Hints tool={tool} />
        <div className="text-body text-fg-2">
          {tool.description ? (
            <RevealText text={dedent(tool.description)} />
          ) : (
            t('tools.noDescription')
          )}
        </div>
        <div>
          <h3 className="mb-1.5 text-note font-medium text-fg-2">{t('tools.input')}</h3>
          <SchemaView schema={tool.inputSchema} label={t('tools.input')} />
        </div>
        {tool.outputSchema && (
          <div>
            <h3 className="mb-1.5 text-note font-medium text-fg-2">{t('tools.output')}</h3>
            <SchemaView schema={tool.outputSchema} label={t('tools.output')} />
          </div>
        )}
      </div>
    </PaneBody>
  )
}

/** The server's declarations about its own tool: worth showing, not worth believing. */
function Hints({ tool }: { tool: Tool }) {
  const t = useT('servers')
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = tool.annotations ?? {}
  const hints = [
    readOnlyHint === true && { tone: 'neutral' as const, words: t('tools.readOnly') },
    destructiveHint === true && { tone: 'warning' as const, words: t('tools.destructive') },
    destructiveHint === false &&
      readOnlyHint !== true && { tone: 'neutral' as const, words: t('tools.notDestructive') },
    idempotentHint === true && { tone: 'neutral' as const, words: t('tools.idempotent') },
    openWorldHint === true && { tone: 'neutral' as const, words: t('tools.openWorld') },
    openWorldHint === false && { tone: 'neutral' as const, words: t('tools.closedWorld') },
  ].filter((hint) => hint !== false)
  if (hints.length === 0) return null
  return (
    <div>
      <ul className="flex flex-wrap gap-1.5">
        {hints.map(({ tone, words }) => (
          <li key={words}>
            <Badge tone={tone}>{words}</Badge>
          </li>
        ))}
      </ul>
      <p className="mt-1 text-small text-fg-3">{t('tools.hintsNote')}</p>
    </div>
  )
}
