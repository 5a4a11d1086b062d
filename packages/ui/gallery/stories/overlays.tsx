import {
  ChevronDown,
  Copy,
  FolderTree,
  MessageSquare,
  Pencil,
  Pin,
  Server,
  Trash2,
} from 'lucide-react'
import { useState } from 'react'
import {
  AlertDialog,
  Button,
  Callout,
  CodeBlock,
  CommandPalette,
  ContextMenu,
  Dialog,
  KeyValues,
  Menu,
  Popover,
  Sheet,
  TextField,
  Tooltip,
  useToasts,
  type MenuEntry,
} from '../../src/kit/index.ts'
import { Playable, Specimen, useSay, type Story } from '../story.tsx'

function useEntries(): MenuEntry[] {
  const say = useSay()
  const [follow, setFollow] = useState(true)
  const nothing = () => undefined
  return [
    { label: say('Rename', '重命名'), icon: Pencil, keys: 'F2', onSelect: nothing },
    { label: say('Pin', '置顶'), icon: Pin, onSelect: nothing },
    {
      kind: 'check',
      label: say('Follow the log', '跟随日志'),
      checked: follow,
      onCheckedChange: setFollow,
    },
    {
      kind: 'submenu',
      label: say('Copy as', '复制为'),
      icon: Copy,
      entries: [
        { label: 'Markdown', onSelect: nothing },
        { label: 'JSON', onSelect: nothing },
      ],
    },
    { kind: 'separator' },
    {
      kind: 'group',
      label: say('Danger', '危险操作'),
      entries: [
        {
          label: say('Delete', '删除'),
          icon: Trash2,
          tone: 'danger',
          keys: 'Delete',
          onSelect: nothing,
        },
      ],
    },
    { label: say('Not available', '不可用'), disabled: true, onSelect: nothing },
  ]
}

function DialogSpecimens() {
  const say = useSay()
  return (
    <Specimen title="Dialogs">
      <Playable initial={false}>
        {(open, set) => (
          <>
            <Button onClick={() => set(true)}>{say('Dialog', '对话框')}</Button>
            <Dialog
              open={open}
              onOpenChange={set}
              title={say('Rename chat', '重命名对话')}
              footer={
                <>
                  <Button onClick={() => set(false)}>{say('Cancel', '取消')}</Button>
                  <Button variant="primary" onClick={() => set(false)}>
                    {say('Rename', '重命名')}
                  </Button>
                </>
              }
            >
              <TextField label={say('Title', '标题')} value="Release notes for 2.4" />
            </Dialog>
          </>
        )}
      </Playable>
      <Playable initial={false}>
        {(open, set) => (
          <>
            <Button onClick={() => set(true)}>{say('Question', '确认')}</Button>
            <AlertDialog
              open={open}
              onOpenChange={set}
              title={say('Remove filesystem?', '移除 filesystem？')}
              description={say(
                'It stops now. Its grants and its keys in the keychain are removed too. Chats keep what it answered.',
                '它会立即停止，其授权和钥匙串中的密钥也会一并移除。对话会保留它的回答。',
              )}
              confirmLabel={say('Remove server', '移除服务器')}
              cancelLabel={say('Cancel', '取消')}
              onConfirm={() => set(false)}
            />
          </>
        )}
      </Playable>
      <ReviewSheet />
      <Palette />
    </Specimen>
  )
}

function ReviewSheet() {
  const say = useSay()
  const [open, setOpen] = useState(false)
  const command =
    '/usr/local/bin/npx -y @modelcontextprotocol/server-filesystem /home/ana/code /mnt/nas/drafts'
  return (
    <>
      <Button onClick={() => setOpen(true)}>{say('Review sheet', '审核面板')}</Button>
      <Sheet
        open={open}
        onOpenChange={setOpen}
        title={say('Add filesystem', '添加 filesystem')}
        description={say(
          'This is exactly what will run on your computer. Nothing has run yet.',
          '以下就是将在您电脑上运行的内容，目前尚未运行。',
        )}
        footer={
          <>
            <Button onClick={() => setOpen(false)}>{say('Cancel', '取消')}</Button>
            <Button variant="primary" keys="Mod+Enter">
              {say('Add and start', '添加并启动')}
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-4">
          <CodeBlock label={say('Command', '命令')} code={command} wrap />
          <KeyValues
            items={[
              { name: 'cwd', label: say('Working directory', '工作目录'), value: '/home/ana' },
              { name: 'env', label: say('Environment', '环境变量'), value: 'API_KEY, HTTP_PROXY' },
              { name: 'sandbox', label: say('Sandbox', '沙盒'), value: say('Off', '关闭') },
            ]}
          />
          <Callout
            tone="warning"
            title={say('Downloads a package each time it starts', '每次启动都会下载软件包')}
          >
            {say(
              '“npx -y” runs whatever the registry holds at that moment. Pin a version to avoid surprises.',
              '“npx -y” 会运行当时仓库里的任何版本。固定版本可避免意外。',
            )}
          </Callout>
        </div>
      </Sheet>
    </>
  )
}

function Palette() {
  const say = useSay()
  const [open, setOpen] = useState(false)
  const nothing = () => undefined
  return (
    <>
      <Button keys="Mod+K" onClick={() => setOpen(true)}>
        {say('Command palette', '命令面板')}
      </Button>
      <CommandPalette
        open={open}
        onOpenChange={setOpen}
        label={say('Command palette', '命令面板')}
        placeholder={say('Search actions, chats and tools', '搜索操作、对话和工具')}
        groups={[
          {
            label: say('Actions', '操作'),
            items: [
              {
                id: 'new',
                label: say('New chat', '新对话'),
                icon: MessageSquare,
                keys: 'Mod+N',
                onSelect: nothing,
              },
              {
                id: 'add',
                label: say('Add a server…', '添加服务器…'),
                icon: Server,
                onSelect: nothing,
              },
              {
                id: 'work',
                label: say('Open workspaces', '打开工作区'),
                icon: FolderTree,
                keywords: 'roots folders',
                onSelect: nothing,
              },
            ],
          },
          {
            label: say('Tools', '工具'),
            items: [
              {
                id: 'write',
                label: say('Write file', '写入文件'),
                hue: 0,
                detail: 'filesystem',
                onSelect: nothing,
              },
              {
                id: 'log',
                label: say('List commits', '列出提交'),
                hue: 3,
                detail: 'git',
                onSelect: nothing,
              },
              {
                id: 'cite',
                label: say('Literature review', '文献综述'),
                hue: 1,
                detail: 'research',
                onSelect: nothing,
              },
            ],
          },
        ]}
        footer={say('Actions, tools and chats in one place', '操作、工具和对话都在这里')}
      />
    </>
  )
}

function ToastSpecimen() {
  const say = useSay()
  const toasts = useToasts()
  return (
    <Specimen title="Toasts">
      <Button
        onClick={() =>
          toasts.show({
            title: say('Chat deleted', '对话已删除'),
            action: {
              label: say('Undo', '撤销'),
              onSelect: () =>
                toasts.show({ title: say('Chat restored', '对话已恢复'), tone: 'success' }),
            },
          })
        }
      >
        {say('With undo', '可撤销')}
      </Button>
      <Button onClick={() => toasts.show({ title: say('Saved', '已保存'), tone: 'success' })}>
        {say('Success', '成功')}
      </Button>
      <Button
        onClick={() =>
          toasts.show({
            tone: 'danger',
            title: say('filesystem stopped', 'filesystem 已停止'),
            description: say(
              'It exited with code 1 after 3 s. Its last lines are in Logs.',
              '它在 3 秒后以代码 1 退出，最后的输出在日志中。',
            ),
          })
        }
      >
        {say('Failure', '失败')}
      </Button>
    </Specimen>
  )
}

function Body() {
  const say = useSay()
  const entries = useEntries()
  return (
    <>
      <DialogSpecimens />
      <Specimen title="Menus, popover, tooltip">
        <Menu
          trigger={<Button trailingIcon={ChevronDown}>{say('Menu', '菜单')}</Button>}
          entries={entries}
        />
        <Popover
          trigger={<Button>{say('Popover', '弹出面板')}</Button>}
          title={say('3 servers in this chat', '本对话使用 3 个服务器')}
        >
          <p className="text-note text-fg-2">
            {say(
              '41 tools cost about 6,200 tokens in every step.',
              '41 个工具每一步约消耗 6,200 个令牌。',
            )}
          </p>
        </Popover>
        <Tooltip content={say('Runs the tool once', '运行一次该工具')} keys="Mod+Enter">
          <Button>{say('Tooltip', '提示')}</Button>
        </Tooltip>
        <ContextMenu
          entries={entries}
          className="flex h-control items-center rounded-md border border-dashed border-line-strong px-3 text-note text-fg-2"
        >
          {say('Right click here', '在此处右键')}
        </ContextMenu>
      </Specimen>
      <ToastSpecimen />
    </>
  )
}

export const story: Story = { title: 'Overlays', group: 'Overlays', Body }
