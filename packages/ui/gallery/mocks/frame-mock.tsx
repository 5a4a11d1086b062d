import {
  FolderTree,
  Inbox,
  MessageSquare,
  PanelRight,
  Search,
  Server,
  Settings,
  SquarePen,
} from 'lucide-react'
import { useState } from 'react'
import {
  AppLayout,
  IconButton,
  List,
  ListRow,
  ListSection,
  Logo,
  PaneBody,
  PaneHeader,
  Rail,
  RailItem,
  SearchField,
  StatusDot,
} from '../../src/kit/index.ts'
import { useT } from '../../src/lib/words/i18n.ts'
import { useLocalText } from '../story.tsx'
import { ChatHeaderChips, Transcript } from './chat-mock.tsx'
import { ComposerMock } from './composer-mock.tsx'
import { TrafficMock } from './traffic-mock.tsx'

export function RailMock({ section = 'chats' }: { section?: 'chats' | 'servers' | 'activity' }) {
  const t = useT('common')
  const localized = useLocalText()
  const nothing = () => undefined
  return (
    <Rail
      label={t('sections.navigation')}
      logo={<Logo />}
      foot={
        <>
          <RailItem icon={Search} label={t('sections.search')} keys="Mod+K" onClick={nothing} />
          <RailItem icon={Settings} label={t('sections.settings')} keys="Mod+," onClick={nothing} />
        </>
      }
    >
      <RailItem
        icon={MessageSquare}
        label={t('sections.chats')}
        selected={section === 'chats'}
        onClick={nothing}
      />
      <RailItem
        icon={Server}
        label={t('sections.servers')}
        selected={section === 'servers'}
        onClick={nothing}
      />
      <RailItem
        icon={Inbox}
        selected={section === 'activity'}
        label={t('sections.activity')}
        badge={{ count: 2, label: localized('2 waiting for you', '2 项等待处理') }}
        onClick={nothing}
      />
      <RailItem icon={FolderTree} label={t('sections.workspaces')} onClick={nothing} />
    </Rail>
  )
}

function ChatList() {
  const t = useT('common')
  const localized = useLocalText()
  const [query, setQuery] = useState('')
  const [selected, setSelected] = useState('Release notes for 2.4')
  const row = (title: string, when?: string) => (
    <ListRow
      key={title}
      title={title}
      trailing={
        when ?? <StatusDot tone="accent" label={localized('Waiting for you', '等待处理')} />
      }
      selected={selected === title}
      onClick={() => setSelected(title)}
    />
  )
  return (
    <>
      <PaneHeader
        kind="list"
        title={t('sections.chats')}
        actions={
          <IconButton icon={SquarePen} label={localized('New chat', '新建对话')} keys="Mod+N" />
        }
      />
      <div className="px-2.5 pb-1">
        <SearchField
          label={localized('Search all chats', '搜索所有对话')}
          value={query}
          onValueChange={setQuery}
          keys="Mod+F"
        />
      </div>
      <PaneBody className="pb-3">
        <List label={t('sections.chats')}>
          <ListSection label={localized('Today', '今天')}>
            {row('Release notes for 2.4')}
            {row('Why is the nightly build slow?', '14:02')}
            {row('会议纪要整理', '09:41')}
          </ListSection>
          <ListSection label={localized('Yesterday', '昨天')}>
            {row('Compare vendor quotes', localized('Fri', '周五'))}
            {row('Migrate config to YAML', localized('Fri', '周五'))}
            {row('Paris trip budget', localized('Fri', '周五'))}
          </ListSection>
        </List>
      </PaneBody>
    </>
  )
}

/** The reference for the feature builders: the whole window from kit pieces, with fixed content. */
export function FrameMock() {
  const localized = useLocalText()
  const [side, setSide] = useState(false)
  return (
    <AppLayout
      rail={<RailMock />}
      list={<ChatList />}
      listLabel={localized('Chats', '对话')}
      sideLabel={localized('Traffic', '流量')}
      side={side && <TrafficMock />}
    >
      <PaneHeader
        title="Release notes for 2.4"
        actions={
          <>
            <ChatHeaderChips />
            <IconButton
              icon={PanelRight}
              label={localized('Traffic', '流量')}
              pressed={side}
              onClick={() => setSide(!side)}
            />
          </>
        }
      />
      <PaneBody
        column
        label={localized('Transcript', '对话内容')}
        className="flex flex-col gap-3.5 py-5"
      >
        <Transcript />
      </PaneBody>
      <ComposerMock />
    </AppLayout>
  )
}
