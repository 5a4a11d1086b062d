import { AppAt } from '../../app-at.tsx'
import type { Story } from '../../story.tsx'

export const story: Story = {
  title: 'Server: sign-in needed',
  group: 'Servers',
  fullBleed: true,
  standalone: true,
  Body: () => <AppAt at={{ section: 'servers', serverId: 'issues' }} />,
}
