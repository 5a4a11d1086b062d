import { sampleFolders, sampleRoots } from '../../../src/lib/samples/sample-asks.ts'
import { AskStage } from '../../mocks/ask-stage.tsx'
import type { Story } from '../../story.tsx'

const cards = [
  { title: 'Several workspaces', ask: sampleRoots() },
  { title: 'One workspace', ask: { ...sampleRoots(sampleFolders.slice(0, 2)), id: 'roots-one' } },
  { title: 'One folder', ask: { ...sampleRoots(sampleFolders.slice(0, 1)), id: 'roots-folder' } },
  { title: 'No folder', ask: { ...sampleRoots([]), id: 'roots-none' } },
]

export const story: Story = {
  title: 'Asks: folders',
  group: 'Activity',
  Body: () => (
    <AskStage
      cards={cards}
      drafts={{ 'ask-roots': { share: ['/home/ada/code/gatehouse-docs'] } }}
    />
  ),
}
