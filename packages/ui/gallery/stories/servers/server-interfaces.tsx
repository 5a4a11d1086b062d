import { AppAt } from '../../app-at.tsx'
import type { Story } from '../../story.tsx'

export const story: Story = {
  title: 'Server: interfaces',
  group: 'Servers',
  fullBleed: true,
  standalone: true,
  Body: () => <AppAt at={{ section: 'servers', serverTab: 'interfaces' }} />,
}
