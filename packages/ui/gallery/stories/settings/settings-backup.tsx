import { AppAt } from '../../app-at.tsx'
import type { Story } from '../../story.tsx'

export const story: Story = {
  title: 'Settings: backup',
  group: 'Settings',
  fullBleed: true,
  standalone: true,
  Body: () => (
    <AppAt
      at={{ section: 'settings', settingsPage: 'backup' }}
      world={{ handlers: { 'backup.kept': () => ({ replacedAt: 1_795_000_000_000 }) } }}
    />
  ),
}
