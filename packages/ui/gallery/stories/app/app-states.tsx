import { GatehouseError } from '@gatehouse/domain'
import { AppAt } from '../../app-at.tsx'
import type { Story } from '../../story.tsx'

const fail = (): never => {
  throw new GatehouseError('ipc/internal', 'Failed.')
}

export const story: Story = {
  title: 'App: loading and failing',
  group: 'Frame',
  fullBleed: true,
  standalone: true,
  Body: () => (
    <AppAt
      at={{ section: 'servers', serverTab: 'logs' }}
      world={{
        handlers: { 'server.logs': fail, 'server.tools': () => new Promise(() => undefined) },
      }}
    />
  ),
}
