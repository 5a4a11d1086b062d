import { AppAt } from '../../app-at.tsx'
import type { Story } from '../../story.tsx'

export const story: Story = {
  title: 'Server: looking for imports',
  group: 'Servers',
  fullBleed: true,
  standalone: true,
  Body: () => (
    <AppAt
      at={{ section: 'servers', overlay: { kind: 'import-servers' } }}
      world={{ handlers: { 'import.open': () => new Promise(() => undefined) } }}
    />
  ),
}
