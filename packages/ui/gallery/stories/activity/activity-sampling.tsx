import {
  sampleAnswer,
  sampleForm,
  sampleRoots,
  sampleSampling,
  sampleSignIn,
  sampleUrl,
  sampleWait,
} from '../../../src/lib/samples/sample-asks.ts'
import { sampleAsks } from '../../../src/lib/samples/sample-chats.ts'
import { AppAt } from '../../app-at.tsx'
import type { Story } from '../../story.tsx'

const asks = [
  sampleSampling(),
  ...sampleAsks,
  sampleAnswer(),
  sampleForm(),
  sampleUrl(),
  sampleWait,
  sampleRoots(),
  sampleSignIn,
]

export const story: Story = {
  title: 'Activity: asks of every kind',
  group: 'Activity',
  fullBleed: true,
  standalone: true,
  Body: () => <AppAt at={{ section: 'activity' }} world={{ asks }} />,
}
