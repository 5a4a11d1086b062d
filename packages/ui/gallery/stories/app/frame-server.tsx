import type { Story } from '../../story.tsx'
import { ServerMock } from '../../mocks/server-mock.tsx'

export const story: Story = {
  title: 'Server page',
  group: 'Frame',
  fullBleed: true,
  Body: ServerMock,
}
