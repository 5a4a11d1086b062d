import { sampleServers } from '../../../src/lib/samples/sample-servers.ts'
import { withSkills } from '../../../src/lib/samples/with-skills.ts'
import { AppAt } from '../../app-at.tsx'
import type { Story } from '../../story.tsx'

export const story: Story = {
  title: 'Server: skills',
  group: 'Servers',
  fullBleed: true,
  standalone: true,
  Body: () => (
    <AppAt
      at={{ section: 'servers', serverId: 'research', serverTab: 'skills' }}
      world={{ servers: sampleServers.map(withSkills) }}
    />
  ),
}
