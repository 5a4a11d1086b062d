import { GatehouseError } from '@gatehouse/domain'
import { AppAt } from '../../app-at.tsx'
import type { Story } from '../../story.tsx'

export const story: Story = {
  title: 'Server: import failed',
  group: 'Servers',
  fullBleed: true,
  standalone: true,
  Body: () => (
    <AppAt
      at={{ section: 'servers', overlay: { kind: 'import-servers' } }}
      world={{
        handlers: {
          'import.open': () => {
            throw new GatehouseError('ipc/internal', 'Something failed.')
          },
        },
      }}
    />
  ),
}
