import { FolderTree, MessageSquare, Server } from 'lucide-react'
import { useState } from 'react'
import { Button, CommandPalette } from '../../src/kit/index.ts'
import { useLocalText } from '../story.tsx'

export function Palette() {
  const localized = useLocalText()
  const [open, setOpen] = useState(false)
  const nothing = () => undefined
  return (
    <>
      <Button keys="Mod+K" onClick={() => setOpen(true)}>
        {localized('Command palette', '命令面板')}
      </Button>
      <CommandPalette
        open={open}
        onOpenChange={setOpen}
        label={localized('Command palette', '命令面板')}
        placeholder={localized('Search actions, chats and tools', '搜索操作、对话和工具')}
        groups={[
          {
            label: localized('Actions', '操作'),
            items: [
              {
                id: 'new',
                label: localized('New chat', '新建对话'),
                icon: MessageSquare,
                keys: 'Mod+N',
                onSelect: nothing,
              },
              {
                id: 'add',
                label: localized('Add a server…', '添加服务器…'),
                icon: Server,
                onSelect: nothing,
              },
              {
                id: 'work',
                label: localized('Open workspaces', '打开工作区'),
                icon: FolderTree,
                keywords: 'roots folders',
                onSelect: nothing,
              },
            ],
          },
          {
            label: localized('Tools', '工具'),
            items: [
              {
                id: 'write',
                label: localized('Write file', '写入文件'),
                hue: 0,
                detail: 'filesystem',
                onSelect: nothing,
              },
              {
                id: 'log',
                label: localized('List commits', '列出提交'),
                hue: 3,
                detail: 'git',
                onSelect: nothing,
              },
              {
                id: 'cite',
                label: localized('Literature review', '文献综述'),
                hue: 1,
                detail: 'research',
                onSelect: nothing,
              },
            ],
          },
        ]}
        footer={localized('Actions, tools and chats in one place', '操作、工具和对话都在这里')}
      />
    </>
  )
}
