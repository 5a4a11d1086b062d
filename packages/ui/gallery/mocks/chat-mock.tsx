import { Check, ChevronDown, FileText, Folder, Pencil, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import {
  Badge,
  Button,
  Card,
  CardFooter,
  CardHeader,
  CardSection,
  Chip,
  HueMark,
  JsonTree,
  KeyValues,
  Menu,
  RevealText,
  ServerName,
} from '../../src/kit/index.ts'
import { useLocalText } from '../story.tsx'

export function ChatHeaderChips() {
  const localized = useLocalText()
  const nothing = () => undefined
  return (
    <>
      <Chip shape="pill" icon={Folder} onClick={nothing}>
        <span className="font-semibold text-fg">gatehouse</span>
        <span className="font-normal max-[70rem]:hidden">
          {localized('2 folders', '2 个文件夹')}
        </span>
      </Chip>
      <Chip shape="pill" onClick={nothing}>
        <HueMark hue={0} />
        <HueMark hue={1} />
        <HueMark hue={3} />
        <span className="font-semibold text-fg">{localized('3 servers', '3 个服务器')}</span>
        <span className="font-normal max-[70rem]:hidden">
          {localized('41 tools · 6.2k tokens', '41 个工具 · 6.2k 令牌')}
        </span>
      </Chip>
    </>
  )
}

function UserMessage() {
  const localized = useLocalText()
  return (
    <div className="max-w-[85%] self-end rounded-xl rounded-br-sm border border-line bg-sunken px-3 py-2 text-read">
      {localized(
        'Collect what changed since v2.3 and write the notes to',
        '汇总 v2.3 以来的改动，并把说明写入',
      )}{' '}
      <Badge icon={FileText} inline className="bg-card">
        docs/RELEASE.md
      </Badge>
    </div>
  )
}

function AssistantText() {
  const localized = useLocalText()
  return (
    <p className="text-read">
      {localized('I read the 34 commits since ', '我看了 ')}
      <strong className="font-semibold">v2.3.0</strong>
      {localized(
        '. Three things matter to users: sign-in survives restarts, sampling requests can be edited, and start-up is twice as fast. I will write them down now.',
        ' 以来的 34 个提交。对用户来说有三点重要：重启后仍保持登录、采样请求可以编辑、启动速度快了一倍。我现在写下来。',
      )}
    </p>
  )
}

function DoneCall() {
  const localized = useLocalText()
  const [open, setOpen] = useState(false)
  return (
    <Card hue={3}>
      <CardHeader
        expanded={open}
        onToggle={() => setOpen(!open)}
        toggleLabel={localized('Details of List commits', '“列出提交”的详情')}
        aside={
          <>
            <Badge tone="success" icon={Check}>
              {localized('Allowed in this chat', '已在此对话中允许')}
            </Badge>
            <span className="tabular-nums">{localized('0.4 s', '0.4 秒')}</span>
          </>
        }
      >
        <ServerName hue={3}>git</ServerName>
        <span className="font-semibold">{localized('List commits', '列出提交')}</span>
        <span className="truncate text-note text-fg-3">
          v2.3.0..HEAD · {localized('34 results', '34 条结果')}
        </span>
      </CardHeader>
      {open && (
        <CardSection>
          <JsonTree
            label={localized('Arguments', '参数')}
            value={{ range: 'v2.3.0..HEAD', limit: 100, paths: [] }}
          />
        </CardSection>
      )}
    </Card>
  )
}

const content = '## 2.4\n\n- Sign-in now survives restarts: tokens live in the system keychain'
const rest =
  '\n- Sampling requests can be edited before and after they run\n- Start-up is twice as fast (410 ms)\u200b'

function WaitingCall() {
  const localized = useLocalText()
  const nothing = () => undefined
  return (
    <Card
      hue={0}
      waiting
      label={localized('filesystem asks to run Write file', 'filesystem 请求运行“写入文件”')}
    >
      <CardHeader
        aside={
          <>
            <Badge tone="warning" icon={TriangleAlert}>
              {localized('Declared destructive', '声明：有破坏性')}
            </Badge>
            <span>{localized('step 2 of 20', '第 2 步，共 20 步')}</span>
          </>
        }
      >
        <ServerName hue={0}>filesystem</ServerName>
        <span className="font-semibold">{localized('Write file', '写入文件')}</span>
        <span className="text-note text-fg-3">write_file</span>
      </CardHeader>
      <CardSection padded={false}>
        <KeyValues
          mono
          variant="card"
          items={[
            { name: 'path', value: <RevealText text="~/code/gatehouse/docs/RELEASE.md" /> },
            {
              name: 'content',
              value: (
                <>
                  <RevealText text={content} />{' '}
                  <Badge tone="hue" hue={3} inline className="font-sans">
                    {localized('from git', '来自 git')}
                  </Badge>
                  <RevealText text={rest} />
                </>
              ),
            },
          ]}
        />
      </CardSection>
      <CardFooter
        aside={
          <>
            <span>{localized('Only filesystem will see this', '只有 filesystem 能看到')}</span>
            <Button variant="danger-quiet" keys="Escape">
              {localized('Deny…', '拒绝…')}
            </Button>
          </>
        }
      >
        <Button variant="primary" keys="Mod+Enter">
          {localized('Allow once', '已允许一次')}
        </Button>
        <Menu
          trigger={
            <Button trailingIcon={ChevronDown}>
              {localized('Allow in this chat', '在此对话中允许')}
            </Button>
          }
          entries={[
            { label: localized('Allow in this chat', '在此对话中允许'), onSelect: nothing },
            { label: localized('Always allow this tool', '始终允许此工具'), onSelect: nothing },
          ]}
        />
        <Button icon={Pencil}>{localized('Edit arguments', '编辑参数')}</Button>
      </CardFooter>
    </Card>
  )
}

export function Transcript() {
  return (
    <>
      <UserMessage />
      <AssistantText />
      <DoneCall />
      <WaitingCall />
    </>
  )
}
