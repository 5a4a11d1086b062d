import { AppAt } from '../../app-at.tsx'
import type { Story } from '../../story.tsx'

export const story: Story = {
  title: 'App: first run',
  group: 'Frame',
  fullBleed: true,
  standalone: true,
  Body: () => <AppAt world={{ servers: [], providers: [], conversations: [], asks: [] }} />,
}
