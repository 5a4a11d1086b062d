import { AppAt } from '../../app-at.tsx'
import type { Story } from '../../story.tsx'

export const story: Story = {
  title: 'Workspaces: none',
  group: 'Workspaces',
  fullBleed: true,
  standalone: true,
  Body: () => <AppAt at={{ section: 'workspaces' }} world={{ workspaces: [] }} />,
}
