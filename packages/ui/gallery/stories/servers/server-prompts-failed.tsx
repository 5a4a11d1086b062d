import { GatehouseError } from '@gatehouse/domain'
import { AppAt } from '../../app-at.tsx'
import type { Story } from '../../story.tsx'

function timedOut(): never {
  throw new GatehouseError('request/timed-out', 'No answer.', { data: { waitedMs: 60_000 } })
}

export const story: Story = {
  title: 'Server: prompts that did not come',
  group: 'Servers',
  fullBleed: true,
  standalone: true,
  Body: () => (
    <AppAt
      at={{ section: 'servers', serverId: 'research', serverTab: 'prompts' }}
      world={{ handlers: { 'server.prompts': timedOut } }}
    />
  ),
}
