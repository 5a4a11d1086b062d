import { AppAt } from '../../app-at.tsx'
import type { Story } from '../../story.tsx'

export const story: Story = {
  title: 'Workspaces: no folders, no servers',
  group: 'Workspaces',
  fullBleed: true,
  standalone: true,
  Body: () => (
    <AppAt
      at={{ section: 'workspaces' }}
      world={{
        servers: [],
        workspaces: [{ id: 'workspace-0', name: 'Website', folders: [], states: [], createdAt: 1 }],
      }}
    />
  ),
}
