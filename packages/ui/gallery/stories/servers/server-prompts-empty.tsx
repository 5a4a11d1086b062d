import { AppAt } from '../../app-at.tsx'
import type { Story } from '../../story.tsx'

export const story: Story = {
  title: 'Server: no prompts',
  group: 'Servers',
  fullBleed: true,
  standalone: true,
  Body: () => (
    <AppAt
      at={{ section: 'servers', serverId: 'research', serverTab: 'prompts' }}
      world={{ handlers: { 'server.prompts': () => [] } }}
    />
  ),
}
