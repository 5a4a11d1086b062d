import { AppAt } from '../../app-at.tsx'
import type { Story } from '../../story.tsx'

export const story: Story = {
  title: 'Workspaces: folders and servers',
  group: 'Workspaces',
  fullBleed: true,
  standalone: true,
  Body: () => <AppAt at={{ section: 'workspaces' }} />,
}
