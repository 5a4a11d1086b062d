import { AppAt } from '../../app-at.tsx'
import type { Story } from '../../story.tsx'

export const story: Story = {
  title: 'Workspaces: long names, no shares',
  group: 'Workspaces',
  fullBleed: true,
  standalone: true,
  Body: () => <AppAt at={{ section: 'workspaces', workspaceId: 'workspace-2' }} />,
}
