import { FolderTree, MessageSquare, Server } from 'lucide-react'
import { useState } from 'react'
import { Button, CommandPalette } from '../../src/kit/index.ts'
import { useLocalText } from '../story.tsx'

export function Palette() {
  const say = useLocalText()
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
