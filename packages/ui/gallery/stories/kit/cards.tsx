import { Check, CircleX, FolderDown, MessageSquarePlus, Pencil, RotateCw } from 'lucide-react'
import {
  Badge,
  Button,
  Callout,
  Card,
  CardFooter,
  CardHeader,
  CardSection,
  EmptyState,
  KeyValues,
  ProgressBar,
  RevealText,
  ServerName,
} from '../../../src/kit/index.ts'
import { Playable, Specimen, useLocalText, type Story } from '../../story.tsx'

function ToolCards() {
  const localized = useLocalText()
  return (
    <Specimen title="Cards" stack>
      <Playable initial={false}>
        {(open, set) => (
          <Card hue={3}>
            <CardHeader
              expanded={open}
              onToggle={() => set(!open)}
              toggleLabel={localized('Details of List commits', '“列出提交”的详情')}
              aside={
                <Badge tone="success" icon={Check}>
                  {localized('Allowed in this chat', '已在此对话中允许')}
                </Badge>
              }
            >
              <ServerName hue={3}>git</ServerName>
              <span className="font-semibold">{localized('List commits', '列出提交')}</span>
            </CardHeader>
            {open && <CardSection>{localized('34 results', '34 条结果')}</CardSection>}
          </Card>
        )}
      </Playable>
      <Card
        hue={1}
        waiting
        label={localized(
          'research asks for your folders (roots)',
          'research 请求获取你的文件夹（根目录）',
        )}
      >
        <CardHeader>
          <ServerName hue={1}>research</ServerName>
          <span className="font-semibold">
            {localized('asks for your folders (roots)', '请求获取你的文件夹（根目录）')}
          </span>
          <span className="text-note text-fg-3">roots/list</span>
        </CardHeader>
        <CardSection>
          {localized('First request of this server.', '此服务器的首次请求。')}
        </CardSection>
        <CardFooter
          aside={
            <Button variant="danger-quiet" keys="Escape">
              {localized('Don’t share', '不共享')}
            </Button>
          }
        >
          <Button variant="primary" keys="Mod+Enter">
            {localized('Share 1 folder', '共享 1 个文件夹')}
          </Button>
        </CardFooter>
      </Card>
      <Card hue={4}>
        <CardHeader
          aside={
            <Button size="small" icon={CircleX}>
              {localized('Cancel', '取消')}
            </Button>
          }
        >
          <ServerName hue={4}>travel</ServerName>
          <span className="font-semibold">{localized('Search fares', '搜索票价')}</span>
        </CardHeader>
        <CardSection>
          <ProgressBar
            label={localized('Search fares', '搜索票价')}
            value={0.42}
            message={localized('Asked 5 of 12 airlines', '已询问 12 家中的 5 家')}
            elapsed={localized('12 s', '12 秒')}
          />
        </CardSection>
        <CardSection>
          <ProgressBar
            label={localized('Search hotels', '搜索酒店')}
            value={null}
            message={localized('Waiting for the first answer', '等待第一个回答')}
            elapsed={localized('3 s', '3 秒')}
          />
        </CardSection>
      </Card>
      <Card>
        <CardHeader aside={<span>31 ms</span>}>
          <span className="font-semibold">{localized('Preview', '预览')}</span>
          <span className="text-note text-fg-3">
            {localized('2 messages, 1 resource', '2 条消息，1 个资源')}
          </span>
        </CardHeader>
        <CardSection padded={false}>
          <KeyValues
            variant="card"
            mono
            items={[
              { name: 'topic', value: <RevealText text="model context protocol" /> },
              {
                name: 'a_rather_long_argument_name',
                value: <RevealText text={'first line\nsecond line with a\u202Eflipped tail'} />,
              },
            ]}
          />
        </CardSection>
      </Card>
    </Specimen>
  )
}

function Body() {
  const localized = useLocalText()
  return (
    <>
      <ToolCards />
      <Specimen title="Callouts" stack>
        <Callout
          title={localized(
            '3 servers were found in Claude Desktop and VS Code',
            '在 Claude Desktop 和 VS Code 中发现 3 个服务器',
          )}
          actions={<Button size="small">{localized('Import…', '导入…')}</Button>}
          onDismiss={() => undefined}
        />
        <Callout
          tone="warning"
          title={localized('The definition of search_issues changed', 'search_issues 的定义已变更')}
        >
          {localized(
            'It is blocked until you compare it with the one you accepted on 3 November.',
            '在你与 11 月 3 日接受的版本比较之前，它会被阻止。',
          )}
        </Callout>
        <Callout
          tone="danger"
          title={localized(
            'filesystem could not start: npx was not found',
            'filesystem 无法启动：找不到 npx',
          )}
          actions={
            <>
              <Button size="small" icon={Pencil}>
                {localized('Set the full path', '设置完整路径')}
              </Button>
              <Button size="small" icon={RotateCw}>
                {localized('Try again', '重试')}
              </Button>
            </>
          }
        >
          {localized(
            'Looked in 6 places. Install Node.js or set the full path.',
            '已在 6 处查找。请安装 Node.js 或设置完整路径。',
          )}
        </Callout>
        <Callout tone="success" title={localized('Signed in', '已登录')} />
      </Specimen>
      <Specimen title="Empty" stack>
        <EmptyState
          framed
          icon={FolderDown}
          title={localized('Drop folders here, or choose…', '把文件夹拖到这里，或选择…')}
          description={localized('6 projects were found in ~/code', '在 ~/code 中发现 6 个项目')}
        />
        <EmptyState
          icon={MessageSquarePlus}
          title={localized('No chats yet', '还没有对话')}
          description={localized(
            'Ask something, or run a tool yourself. Nothing leaves this computer before you allow it.',
            '问点什么，或亲自运行一个工具。在你允许之前，不会有任何内容离开这台电脑。',
          )}
          actions={<Button variant="primary">{localized('New chat', '新建对话')}</Button>}
        />
      </Specimen>
    </>
  )
}

export const story: Story = { title: 'Cards, callouts, empty', group: 'Display', Body }
