import { AppAt } from '../../app-at.tsx'
import type { Story } from '../../story.tsx'

export const story: Story = {
  title: 'Server: nothing to import',
  group: 'Servers',
  fullBleed: true,
  standalone: true,
  Body: () => (
    <AppAt
      at={{ section: 'servers', overlay: { kind: 'import-servers' } }}
      world={{ handlers: { 'import.open': () => ({ id: 'none', files: [] }) } }}
    />
  ),
}
