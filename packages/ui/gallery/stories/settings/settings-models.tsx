import { AppAt } from '../../app-at.tsx'
import type { Story } from '../../story.tsx'

export const story: Story = {
  title: 'Settings: models',
  group: 'Settings',
  fullBleed: true,
  standalone: true,
  Body: () => <AppAt at={{ section: 'settings', settingsPage: 'models' }} />,
}
