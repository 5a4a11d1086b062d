import { AppAt } from '../../app-at.tsx'
import type { Story } from '../../story.tsx'

export const story: Story = {
  title: 'Activity: old entries deleted',
  group: 'Activity',
  fullBleed: true,
  standalone: true,
  Body: () => <AppAt at={{ section: 'activity', activityId: 'a6' }} />,
}
