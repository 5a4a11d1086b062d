import { ChevronDown, Copy, Pencil, Pin, Play, Trash2 } from 'lucide-react'
import { useState } from 'react'
import {
  Button,
  ContextMenu,
  IconButton,
  Menu,
  Popover,
  type MenuEntry,
} from '../../src/kit/index.ts'
import { Specimen, useLocalText } from '../story.tsx'

function useEntries(): MenuEntry[] {
  const localized = useLocalText()
  const [follow, setFollow] = useState(true)
  const nothing = () => undefined
  return [
    { label: localized('Rename', '重命名'), icon: Pencil, keys: 'F2', onSelect: nothing },
    { label: localized('Pin', '置顶'), icon: Pin, onSelect: nothing },
    {
      kind: 'check',
      label: localized('Follow the log', '跟随日志'),
      checked: follow,
      onCheckedChange: setFollow,
    },
    {
      kind: 'submenu',
      label: localized('Copy as', '复制为'),
      icon: Copy,
      entries: [
        { label: 'Markdown', onSelect: nothing },
        { label: 'JSON', onSelect: nothing },
      ],
    },
    { kind: 'separator' },
    {
      kind: 'group',
      label: localized('Danger', '危险操作'),
      entries: [
        {
          label: localized('Delete', '删除'),
          icon: Trash2,
          tone: 'danger',
          keys: 'Delete',
          onSelect: nothing,
        },
      ],
    },
    { label: localized('Not available', '不可用'), disabled: true, onSelect: nothing },
  ]
}

export function MenuSpecimen() {
  const localized = useLocalText()
  const entries = useEntries()
  return (
    <Specimen title="Menus, popover, tooltip">
      <Menu
        trigger={<Button trailingIcon={ChevronDown}>{localized('Menu', '菜单')}</Button>}
        entries={entries}
      />
      <Popover
        trigger={<Button>{localized('Popover', '弹出面板')}</Button>}
        title={localized('3 servers in this chat', '本对话使用 3 个服务器')}
      >
        <p className="text-note text-fg-2">
          {localized(
            '41 tools cost about 6,200 tokens in every step.',
            '41 个工具每一步约消耗 6,200 个令牌。',
          )}
        </p>
      </Popover>
      <IconButton
        icon={Play}
        label={localized('Runs the tool once', '运行一次该工具')}
        keys="Mod+Enter"
      />
      <ContextMenu
        entries={entries}
        className="flex h-control items-center rounded-md border border-dashed border-line-strong px-3 text-note text-fg-2"
      >
        {localized('Right click here', '在此处右键')}
      </ContextMenu>
    </Specimen>
  )
}
