import { RuntimeConsent } from '../../../src/consent-window/runtime-consent.tsx'
import { samplePlan } from '../../../src/lib/samples/sample-imports.ts'
import type { Story } from '../../story.tsx'

export const story: Story = {
  title: 'A copy of a runtime',
  group: 'Servers',
  fullBleed: true,
  Body: () => (
    <RuntimeConsent
      request={{ kind: 'runtime', plan: samplePlan }}
      decide={() => Promise.resolve(true)}
    />
  ),
}
