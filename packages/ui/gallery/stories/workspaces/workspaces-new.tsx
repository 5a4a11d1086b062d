import { AppAt } from '../../app-at.tsx'
import type { Story } from '../../story.tsx'

export const story: Story = {
  title: 'Workspaces: a new one',
  group: 'Workspaces',
  fullBleed: true,
  standalone: true,
  Body: () => <AppAt at={{ section: 'workspaces', overlay: { kind: 'new-workspace' } }} />,
}
