import { AppAt } from '../../app-at.tsx'
import type { Story } from '../../story.tsx'

export const story: Story = {
  title: 'Settings: no keychain',
  group: 'Settings',
  fullBleed: true,
  standalone: true,
  Body: () => (
    <AppAt
      at={{ section: 'settings', settingsPage: 'keychain' }}
      world={{
        handlers: {
          'app.vault': () => ({
            kind: 'memory',
            code: 'no-service',
            reason: 'No keychain.',
            remedy: 'Install one.',
          }),
        },
      }}
    />
  ),
}
