import { useState } from 'react'
import { DropZone } from '../../../src/features/workspaces/drop-zone.tsx'
import { FolderBadge } from '../../../src/features/workspaces/folder-sharing-table.tsx'
import { ProjectDialog } from '../../../src/features/workspaces/project-dialog.tsx'
import { Refusals } from '../../../src/features/workspaces/workspace-screen.tsx'
import { Button } from '../../../src/kit/index.ts'
import { BridgeProvider } from '../../../src/lib/bridge/bridge.tsx'
import { createSampleBridge } from '../../../src/lib/samples/sample-bridge.ts'
import { sampleWorkspaces } from '../../../src/lib/samples/sample-workspaces.ts'
import { Specimen, useLocalText, type Story } from '../../story.tsx'

const nothing = (): void => undefined
const path = '/home/ada/code'

function Parts() {
  const localized = useLocalText()
  const [searching, setSearching] = useState(false)
  const [workspace] = sampleWorkspaces
  return (
    <>
      <Specimen title={localized('States of a folder', '文件夹状态')}>
        <FolderBadge state={undefined} />
        <FolderBadge state={{ path, status: 'ok' }} />
        <FolderBadge state={{ path, status: 'ok', git: { branch: 'main' } }} />
        <FolderBadge state={{ path, status: 'ok', git: {} }} />
        <FolderBadge state={{ path, status: 'ok', git: { branch: 'x\u202Ey'.repeat(20) } }} />
        <FolderBadge state={{ path, status: 'missing' }} />
        <FolderBadge state={{ path, status: 'unreadable' }} />
        <FolderBadge state={{ path, status: 'not-a-folder' }} />
      </Specimen>
      <Specimen title={localized('Refused', '未能添加')} stack>
        <Refusals
          onDismiss={nothing}
          refused={[
            { path: 'code', reason: 'not-absolute' },
            { path: '/home/ada/gone', reason: 'missing' },
            { path: '/home/ada/notes.txt', reason: 'not-a-folder' },
            { path, reason: 'already-there' },
            { path: '/srv/more', reason: 'too-many' },
          ]}
        />
      </Specimen>
      <Specimen title={localized('Drop zone', '拖放区域')} stack>
        <DropZone empty over={false} onChoose={nothing} onSearch={nothing} />
        <DropZone empty={false} over onChoose={nothing} onSearch={nothing} />
      </Specimen>
      <Specimen title={localized('Found projects', '发现的项目')}>
        <Button onClick={() => setSearching(true)}>{localized('Search', '搜索')}</Button>
        {searching && workspace && (
          <ProjectDialog
            parent={path}
            workspace={workspace}
            onAdd={nothing}
            onClose={() => setSearching(false)}
          />
        )}
      </Specimen>
    </>
  )
}

export const story: Story = {
  title: 'Parts of a workspace',
  group: 'Workspaces',
  Body: function Body() {
    const [bridge] = useState(() => createSampleBridge())
    return (
      <BridgeProvider bridge={bridge}>
        <Parts />
      </BridgeProvider>
    )
  },
}
