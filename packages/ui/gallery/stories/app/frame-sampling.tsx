import type { Story } from '../../story.tsx'
import { SamplingMock } from '../../mocks/sampling-mock.tsx'

export const story: Story = {
  title: 'Sampling request',
  group: 'Frame',
  fullBleed: true,
  Body: SamplingMock,
}
