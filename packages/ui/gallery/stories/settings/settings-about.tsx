import { AppAt } from '../../app-at.tsx'
import type { Story } from '../../story.tsx'

export const story: Story = {
  title: 'Settings: about',
  group: 'Settings',
  fullBleed: true,
  standalone: true,
  Body: () => <AppAt at={{ section: 'settings', settingsPage: 'about' }} />,
}
