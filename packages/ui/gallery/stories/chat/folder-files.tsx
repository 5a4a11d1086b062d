import type { FolderListing } from '@gatehouse/domain/documents'
import { AttachFolder } from '../../../src/features/chat/folder-files/attach-folder.tsx'
import { ChatStage } from '../../mocks/chat-stage.tsx'
import type { Story } from '../../story.tsx'

const file = (path: string, bytes: number, isSecret = false) => ({ path, bytes, isSecret })

const listing: FolderListing = {
  files: [
    file('README.md', 2140),
    file('package.json', 812),
    file('report 2026.pdf', 4_200_000),
    file('server.key', 1704, true),
    file('dump.sql', 48_000_000),
    file('invoice\u202Efdp.exe.txt', 200),
    file('src/index.ts', 920),
    file('src/router.ts', 5310),
    file('src/pages/home.tsx', 3100),
    file('src/pages/配置页面.tsx', 4120),
    file('test/router.test.ts', 2930),
  ],
  left: { links: 2, hidden: 3, ignored: 2, unreadable: 0 },
  cut: ['depth'],
}

function FolderFiles() {
  return (
    <ChatStage world={{ handlers: { 'chat.list-folder': () => listing } }}>
      <AttachFolder
        folder="/home/ada/code/website"
        attachments={[]}
        following={1}
        room={100}
        onAttach={() => undefined}
        onClose={() => undefined}
      />
    </ChatStage>
  )
}

export const story: Story = { title: 'Files of a folder', group: 'Chat', Body: FolderFiles }
