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
} from '../../src/kit/index.ts'
import { Playable, Specimen, useLocalText, type Story } from '../story.tsx'

function ToolCards() {
  const say = useLocalText()
  return (
    <Specimen title="Cards" stack>
      <Playable initial={false}>
        {(open, set) => (
          <Card hue={3}>
            <CardHeader
              expanded={open}
              onToggle={() => set(!open)}
              toggleLabel={say('Details of List commits', '“列出提交”的详情')}
              aside={
                <Badge tone="success" icon={Check}>
                  {say('Allowed in this chat', '已在此对话中允许')}
                </Badge>
              }
            >
              <ServerName hue={3}>git</ServerName>
              <span className="font-semibold">{say('List commits', '列出提交')}</span>
            </CardHeader>
            {open && <CardSection>{say('34 results', '34 条结果')}</CardSection>}
          </Card>
        )}
      </Playable>
      <Card
        hue={1}
        waiting
        label={say(
          'research asks for your folders (roots)',
          'research 请求获取您的文件夹（根目录）',
        )}
      >
        <CardHeader>
          <ServerName hue={1}>research</ServerName>
          <span className="font-semibold">
            {say('asks for your folders (roots)', '请求获取您的文件夹（根目录）')}
          </span>
          <span className="text-note text-fg-3">roots/list</span>
        </CardHeader>
        <CardSection>{say('First request of this server.', '此服务器的首次请求。')}</CardSection>
        <CardFooter
          aside={
            <Button variant="danger-quiet" keys="Escape">
              {say('Don’t share', '不共享')}
            </Button>
          }
        >
          <Button variant="primary" keys="Mod+Enter">
            {say('Share 1 folder', '共享 1 个文件夹')}
          </Button>
        </CardFooter>
      </Card>
      <Card hue={4}>
        <CardHeader
          aside={
            <Button size="small" icon={CircleX}>
              {say('Cancel', '取消')}
            </Button>
          }
        >
          <ServerName hue={4}>travel</ServerName>
          <span className="font-semibold">{say('Search fares', '搜索票价')}</span>
        </CardHeader>
        <CardSection>
          <ProgressBar
            label={say('Search fares', '搜索票价')}
            value={0.42}
            message={say('Asked 5 of 12 airlines', '已询问 12 家中的 5 家')}
            elapsed={say('12 s', '12 秒')}
          />
        </CardSection>
        <CardSection>
          <ProgressBar
            label={say('Search hotels', '搜索酒店')}
            value={null}
            message={say('Waiting for the first answer', '等待第一个回答')}
            elapsed={say('3 s', '3 秒')}
          />
        </CardSection>
      </Card>
      <Card>
        <CardHeader aside={<span>31 ms</span>}>
          <span className="font-semibold">{say('Preview', '预览')}</span>
          <span className="text-note text-fg-3">
            {say('2 messages, 1 resource', '2 条消息，1 个资源')}
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
  const say = useLocalText()
  return (
    <>
      <ToolCards />
      <Specimen title="Callouts" stack>
        <Callout
          title={say(
            '3 servers were found in Claude Desktop and VS Code',
            '在 Claude Desktop 和 VS Code 中发现 3 个服务器',
          )}
          actions={<Button size="small">{say('Import…', '导入…')}</Button>}
          onDismiss={() => undefined}
        />
        <Callout
          tone="warning"
          title={say('The definition of search_issues changed', 'search_issues 的定义已变更')}
        >
          {say(
            'It is blocked until you compare it with the one you accepted on 3 November.',
            '在您与 11 月 3 日接受的版本比较之前，它会被阻止。',
          )}
        </Callout>
        <Callout
          tone="danger"
          title={say(
            'filesystem could not start: npx was not found',
            'filesystem 无法启动：找不到 npx',
          )}
          actions={
            <>
              <Button size="small" icon={Pencil}>
                {say('Set the full path', '设置完整路径')}
              </Button>
              <Button size="small" icon={RotateCw}>
                {say('Try again', '重试')}
              </Button>
            </>
          }
        >
          {say(
            'Looked in 6 places. Install Node.js or set the full path.',
            '已在 6 处查找。请安装 Node.js 或设置完整路径。',
          )}
        </Callout>
        <Callout tone="success" title={say('Signed in', '已登录')} />
      </Specimen>
      <Specimen title="Empty" stack>
        <EmptyState
          framed
          icon={FolderDown}
          title={say('Drop folders here, or choose…', '把文件夹拖到这里，或选择…')}
          description={say('6 projects were found in ~/code', '在 ~/code 中发现 6 个项目')}
        />
        <EmptyState
          icon={MessageSquarePlus}
          title={say('No chats yet', '还没有对话')}
          description={say(
            'Ask something, or run a tool yourself. Nothing leaves this computer before you allow it.',
            '问点什么，或亲自运行一个工具。在您允许之前，不会有任何内容离开这台电脑。',
          )}
          actions={<Button variant="primary">{say('New chat', '新对话')}</Button>}
        />
      </Specimen>
    </>
  )
}

export const story: Story = { title: 'Cards, callouts, empty', group: 'Display', Body }
