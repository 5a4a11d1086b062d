import type { ServerView } from '@gatehouse/domain'
import { Import, Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import {
  Button,
  EmptyState,
  HueMark,
  IconButton,
  List,
  ListRow,
  PaneBody,
  PaneHeader,
  RevealText,
  SearchField,
} from '../../kit/index.ts'
import { useT } from '../../lib/words/i18n.ts'
import { useServers } from '../../lib/queries/index.ts'
import { QueryStates } from '../../lib/queries/query-states.tsx'
import { useUi } from '../../lib/ui-store.tsx'
import { useDropAnywhere } from './drop-anywhere.ts'
import { usePasteAnywhere } from './paste-anywhere.ts'
import { transportName, useStateWords } from './server-state.tsx'

/** The second column of Servers: every server and how it is doing. */
export function ServerList() {
  const t = useT('servers')
  const common = useT('common')
  const imports = useT('serverImport')
  const servers = useServers()
  const show = useUi((ui) => ui.show)
  const [filter, setFilter] = useState('')
  usePasteAnywhere()
  useDropAnywhere()
  const add = (): void => show({ kind: 'add-server' })
  return (
    <>
      <PaneHeader
        kind="list"
        title={common('sections.servers')}
        actions={<IconButton icon={Plus} label={t('add')} onClick={add} />}
      />
      <div className="px-3 pb-2">
        <SearchField label={t('filter')} value={filter} onValueChange={setFilter} />
      </div>
      <PaneBody>
        <QueryStates query={servers}>
          {(list) =>
            list.length === 0 ? (
              <EmptyState
                title={t('none')}
                description={t('noneNote')}
                actions={
                  <>
                    <Button size="small" icon={Plus} onClick={add}>
                      {t('add')}
                    </Button>
                    <Button
                      size="small"
                      icon={Import}
                      onClick={() => show({ kind: 'import-servers' })}
                    >
                      {imports('open')}
                    </Button>
                  </>
                }
              />
            ) : (
              <Rows list={list} filter={filter} />
            )
          }
        </QueryStates>
      </PaneBody>
    </>
  )
}

function Rows({ list, filter }: { list: ServerView[]; filter: string }) {
  const t = useT('servers')
  const common = useT('common')
  const words = useStateWords()
  const selected = useUi((ui) => ui.serverId)
  const openServer = useUi((ui) => ui.openServer)
  const shown = useMemo(() => {
    const query = filter.trim().toLowerCase()
    return list
      .filter((view) => `${view.config.name} ${transportName(view)}`.toLowerCase().includes(query))
      .toSorted((a, b) => a.config.name.localeCompare(b.config.name))
  }, [list, filter])
  if (shown.length === 0) return <p className="px-3.5 py-2 text-note text-fg-3">{t('noMatches')}</p>
  return (
    <List label={common('sections.servers')} className="pb-2">
      {shown.map((view) => (
        <ListRow
          key={view.config.id}
          leading={<HueMark hue={view.config.hue} />}
          title={<RevealText text={view.config.name} wrap={false} />}
          note={transportName(view)}
          trailing={
            view.connection.status === 'ready' && view.connection.suspectSince === undefined ? (
              t('toolCount', { count: view.toolCount ?? 0 })
            ) : (
              <StateNote view={view} text={words(view.connection)} />
            )
          }
          selected={view.config.id === selected}
          onClick={() => openServer(view.config.id)}
        />
      ))}
    </List>
  )
}

function StateNote({ view, text }: { view: ServerView; text: string }) {
  const { connection } = view
  if (connection.status === 'ready') return <span className="text-warning">{text}</span>
  if (connection.status !== 'failed') return <span>{text}</span>
  const signIn = connection.failure.code === 'sign-in-needed'
  return <span className={signIn ? 'text-warning' : 'text-danger'}>{text}</span>
}
