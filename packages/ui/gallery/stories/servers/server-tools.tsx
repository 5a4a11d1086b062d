import { AppAt } from '../../app-at.tsx'
import type { Story } from '../../story.tsx'

export const story: Story = {
  title: 'Server: tools',
  group: 'Servers',
  fullBleed: true,
  standalone: true,
  Body: () => <AppAt at={{ section: 'servers', serverTab: 'tools' }} />,
}
