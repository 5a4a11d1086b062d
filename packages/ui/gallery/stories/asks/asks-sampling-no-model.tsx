import { sampleSampling } from '../../../src/lib/samples/sample-asks.ts'
import { AskStage } from '../../mocks/ask-stage.tsx'
import type { Story } from '../../story.tsx'

const none = sampleSampling({ choice: { model: null, because: 'none' } })

export const story: Story = {
  title: 'Asks: sampling without a model',
  group: 'Activity',
  Body: () => (
    <AskStage cards={[{ title: 'No model is connected', ask: none }]} world={{ providers: [] }} />
  ),
}
