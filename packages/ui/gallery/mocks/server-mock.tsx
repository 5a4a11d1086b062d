import {
  CircleCheck,
  Ellipsis,
  FileText,
  MessageSquarePlus,
  Pin,
  Plus,
  RotateCw,
} from 'lucide-react'
import { useState } from 'react'
import {
  Badge,
  Button,
  Card,
  CardHeader,
  CardSection,
  AppLayout,
  IconButton,
  List,
  ListRow,
  Menu,
  PaneBody,
  PaneFooter,
  PaneHeader,
  RevealText,
  SearchField,
  Select,
  ServerName,
  StatusDot,
  SuggestField,
  Tabs,
  TextField,
  HueMark,
} from '../../src/kit/index.ts'
import { useLocalText } from '../story.tsx'
import { RailMock } from './frame-mock.tsx'
import { TrafficMock } from './traffic-mock.tsx'

function ServerList() {
  const localized = useLocalText()
  const [query, setQuery] = useState('')
  const tools = (count: number) => localized(`${count} tools`, `${count} 个工具`)
  return (
    <>
      <PaneHeader
        kind="list"
        title={localized('Servers', '服务器')}
        actions={<IconButton icon={Plus} label={localized('Add a server', '添加服务器')} />}
      />
      <div className="px-2.5 pb-2">
        <SearchField
          label={localized('Filter servers', '筛选服务器')}
          value={query}
          onValueChange={setQuery}
        />
      </div>
      <PaneBody>
        <List label={localized('Servers', '服务器')}>
          <ListRow
            leading={<HueMark hue={0} />}
            title="filesystem"
            note="stdio"
            trailing={tools(14)}
          />
          <ListRow leading={<HueMark hue={3} />} title="git" note="stdio" trailing={tools(12)} />
          <ListRow
            leading={<HueMark hue={1} />}
            title="research"
            note="HTTP"
            trailing={tools(15)}
            selected
          />
          <ListRow
            leading={<StatusDot tone="warning" />}
            title="issues"
            note="HTTP"
            trailing={
              <span className="text-warning">{localized('Sign-in needed', '需要登录')}</span>
            }
          />
          <ListRow
            leading={<StatusDot tone="neutral" />}
            title="travel"
            note="stdio"
            trailing={localized('Stopped', '已停止')}
          />
          <ListRow
            leading={<StatusDot tone="danger" />}
            title="db"
            note="stdio"
            trailing={
              <span className="text-danger">{localized('Could not start', '无法启动')}</span>
            }
          />
        </List>
      </PaneBody>
      <PaneFooter>
        {localized(
          '3 servers were found in Claude Desktop and VS Code. ',
          '在 Claude Desktop 和 VS Code 中发现 3 个服务器。',
        )}
        <button type="button" className="rounded-sm text-accent hover:underline">
          {localized('Import…', '导入…')}
        </button>
      </PaneFooter>
    </>
  )
}

function PromptForm() {
  const localized = useLocalText()
  const [topic, setTopic] = useState('model context protocol')
  const [collection, setCollection] = useState('agent')
  const [length, setLength] = useState('two pages')
  const [style, setStyle] = useState('narrative')
  const found = ['agents-2026', 'agent-security', 'agentic-ui'].filter((name) =>
    name.includes(collection),
  )
  return (
    <div className="flex flex-col gap-3">
      <div>
        <div className="flex flex-wrap items-center gap-2.5">
          <h2 className="text-title font-semibold">{localized('Literature review', '文献综述')}</h2>
          <Badge mono>/literature_review</Badge>
          <Badge tone="success" icon={Pin} className="ml-auto">
            {localized('Pinned 3 Nov', '11 月 3 日固定')}
          </Badge>
        </div>
        <p className="mt-1 text-body text-fg-2">
          <RevealText text="Asks the model to review what the library holds on a topic, with sources." />
        </p>
      </div>
      <TextField label="topic" required value={topic} onValueChange={setTopic} />
      <SuggestField
        label="collection"
        value={collection}
        onValueChange={setCollection}
        suggestions={found}
        status={localized(
          `${found.length} of 3 · completed by research`,
          `${found.length} / 3 · 由 research 补全`,
        )}
      />
      <div className="grid grid-cols-2 gap-2.5">
        <TextField label="length" value={length} onValueChange={setLength} />
        <Select
          label="style"
          value={style}
          onValueChange={setStyle}
          options={['narrative', 'table', 'bullets'].map((value) => ({ value, label: value }))}
        />
      </div>
      <div className="flex gap-2">
        <Button variant="primary" icon={MessageSquarePlus}>
          {localized('Use in a chat', '用于对话')}
        </Button>
        <Button>{localized('Preview', '预览')}</Button>
      </div>
      <Card hue={1}>
        <CardHeader
          aside={
            <span className="tabular-nums">
              {localized('31 ms · ~640 tokens', '31 毫秒 · 约 640 令牌')}
            </span>
          }
        >
          <span className="font-semibold">{localized('Preview', '预览')}</span>
          <span className="text-note text-fg-3">
            {localized('2 messages, 1 resource', '2 条消息，1 个资源')}
          </span>
        </CardHeader>
        <CardSection className="flex flex-col gap-2">
          <div>
            <div className="text-small text-fg-3">user</div>
            <RevealText
              className="font-mono text-small"
              text="Review the literature on “model context protocol” in the collection agents-2026. Cite page numbers."
            />
          </div>
          <div>
            <div className="mb-1 text-small text-fg-3">
              {localized('user, embedded resource', 'user，嵌入资源')}
            </div>
            <Badge icon={FileText}>library://collections/agents-2026</Badge>
          </div>
        </CardSection>
      </Card>
    </div>
  )
}

function Prompts() {
  const localized = useLocalText()
  return (
    <div className="flex h-full min-h-0">
      <PaneBody className="max-w-56 min-w-44 border-r max-[50rem]:hidden border-line py-1.5">
        <List label={localized('Prompts', '提示词')}>
          <ListRow title={localized('Literature review', '文献综述')} selected />
          <ListRow title={localized('Compare papers', '比较论文')} />
          <ListRow title={localized('Explain a figure', '解释图表')} />
          <ListRow
            title={localized('Draft related work', '起草相关工作')}
            trailing={<Badge tone="warning">{localized('changed', '已更改')}</Badge>}
          />
        </List>
      </PaneBody>
      <PaneBody label={localized('Prompt', '提示词')} className="flex-[2] px-4 py-4">
        <PromptForm />
      </PaneBody>
    </div>
  )
}

/** The reference for the server's page. */
export function ServerMock() {
  const localized = useLocalText()
  const [tab, setTab] = useState('prompts')
  const other = (value: string, label: string, count?: number | string) => ({
    value,
    label,
    count,
    content: null,
  })
  return (
    <AppLayout
      rail={<RailMock section="servers" />}
      list={<ServerList />}
      listLabel={localized('Servers', '服务器')}
      side={<TrafficMock />}
      sideLabel={localized('Traffic', '流量')}
    >
      <PaneHeader
        title={<ServerName hue={1}>research</ServerName>}
        actions={
          <>
            <Button icon={RotateCw}>{localized('Restart', '重启')}</Button>
            <Menu
              align="end"
              trigger={<IconButton icon={Ellipsis} label={localized('More', '更多')} />}
              entries={[
                { label: localized('Remove…', '移除…'), tone: 'danger', onSelect: () => undefined },
              ]}
            />
          </>
        }
      >
        <Badge tone="success" icon={CircleCheck}>
          {localized('Ready · 18 ms', '就绪 · 18 毫秒')}
        </Badge>
        <Badge>2026-07-28</Badge>
        <Badge>Streamable HTTP</Badge>
      </PaneHeader>
      <Tabs
        label={localized('Server pages', '服务器页面')}
        value={tab}
        onValueChange={setTab}
        className="flex-1"
        items={[
          other('overview', localized('Overview', '概览')),
          other('tools', localized('Tools', '工具'), 15),
          {
            value: 'prompts',
            label: localized('Prompts', '提示词'),
            count: 4,
            content: <Prompts />,
          },
          other('resources', localized('Resources', '资源'), '1,204'),
          other('settings', localized('Settings', '设置')),
          other('permissions', localized('Permissions', '权限')),
          other('logs', localized('Logs', '日志')),
        ]}
      />
    </AppLayout>
  )
}
