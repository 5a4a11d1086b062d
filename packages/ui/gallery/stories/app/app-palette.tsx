import { AppAt } from '../../app-at.tsx'
import type { Story } from '../../story.tsx'

export const story: Story = {
  title: 'App: commands',
  group: 'Frame',
  fullBleed: true,
  standalone: true,
  Body: () => <AppAt at={{ overlay: { kind: 'palette' } }} />,
}
