import {
  Check,
  CircleCheck,
  FileText,
  Folder,
  GitBranch,
  Pin,
  TriangleAlert,
  Unplug,
} from 'lucide-react'
import {
  Badge,
  Chip,
  CountBadge,
  HueMark,
  ServerName,
  Skeleton,
  Spinner,
  StatusDot,
} from '../../../src/kit/index.ts'
import { Specimen, useLocalText, type Story } from '../../story.tsx'

const names = ['filesystem', 'research', 'issues', 'git', 'travel', 'garden', 'kitchen', 'db']

function Body() {
  const localized = useLocalText()
  const nothing = () => undefined
  return (
    <>
      <Specimen title="Badges">
        <Badge>2026-07-28</Badge>
        <Badge icon={FileText} mono>
          docs/RELEASE.md
        </Badge>
        <Badge tone="accent">{localized('Step 1 of 2: request', '第 1 步（共 2 步）：请求')}</Badge>
        <Badge tone="success" icon={CircleCheck}>
          {localized('Ready · 18 ms', '就绪 · 18 毫秒')}
        </Badge>
        <Badge tone="success" icon={GitBranch}>
          git · main
        </Badge>
        <Badge tone="success" icon={Pin}>
          {localized('Pinned 3 Nov', '11 月 3 日固定')}
        </Badge>
        <Badge tone="warning" icon={TriangleAlert}>
          {localized('Declared destructive', '声明：有破坏性')}
        </Badge>
        <Badge tone="danger" icon={Unplug}>
          {localized('Missing', '找不到')}
        </Badge>
      </Specimen>
      <Specimen title="Server hues">
        {names.map((name, hue) => (
          <ServerName key={name} hue={hue}>
            {name}
          </ServerName>
        ))}
      </Specimen>
      <Specimen title="Provenance chips">
        {names.map((name, hue) => (
          <Badge key={name} tone="hue" hue={hue}>
            {localized(`from ${name}`, `来自 ${name}`)}
          </Badge>
        ))}
      </Specimen>
      <Specimen title="Chips">
        <Chip shape="pill" icon={Folder} onClick={nothing}>
          <span className="font-semibold text-fg">gatehouse</span>
          <span className="font-normal">{localized('2 folders', '2 个文件夹')}</span>
        </Chip>
        <Chip shape="pill" onClick={nothing}>
          <HueMark hue={0} />
          <HueMark hue={1} />
          <span className="font-semibold text-fg">{localized('2 servers', '2 个服务器')}</span>
        </Chip>
        <Chip
          icon={FileText}
          onRemove={nothing}
          removeLabel={localized('Remove notes.md', '移除 notes.md')}
        >
          notes.md
        </Chip>
        <Chip icon={FileText}>library://collections/agents-2026</Chip>
      </Specimen>
      <Specimen title="State dots and counts">
        <StatusDot tone="success" label={localized('Ready', '就绪')} />
        <StatusDot tone="warning" label={localized('Sign-in needed', '需要登录')} />
        <StatusDot tone="danger" label={localized('Could not start', '无法启动')} />
        <StatusDot tone="neutral" label={localized('Stopped', '已停止')} />
        <StatusDot tone="accent" pulsing label={localized('Starting', '正在启动')} />
        <CountBadge count={2} label={localized('2 waiting', '2 项等待')} />
        <CountBadge count={128} label={localized('128 waiting', '128 项等待')} />
      </Specimen>
      <Specimen title="Waiting">
        <Spinner size={12} />
        <Spinner />
        <Spinner size={20} label={localized('Connecting to research', '正在连接 research')} />
        <span className="flex items-center gap-1.5 text-small text-success">
          <Check aria-hidden className="size-3.5" />
          {localized('Done', '完成')}
        </span>
        <Skeleton lines={3} className="w-64" />
      </Specimen>
    </>
  )
}

export const story: Story = { title: 'Badges, chips, marks', group: 'Display', Body }
