import type { Story } from '../../story.tsx'
import { FrameMock } from '../../mocks/frame-mock.tsx'

export const story: Story = {
  title: 'Whole window',
  group: 'Frame',
  fullBleed: true,
  Body: FrameMock,
}
