import { DataFlowConsent } from '../../../src/consent-window/data-flow-consent.tsx'
import type { Story } from '../../story.tsx'

export const story: Story = {
  title: 'A rule for what flows between servers',
  group: 'Activity',
  fullBleed: true,
  Body: () => (
    <DataFlowConsent
      request={{
        kind: 'data-flow',
        from: { name: 'git', hue: 2 },
        toName: 'filesystem',
        toHue: 0,
        before: 'ask',
        after: 'allow',
      }}
      decide={() => Promise.resolve(true)}
    />
  ),
}
