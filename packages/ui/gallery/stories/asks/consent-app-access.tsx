import { AppAccessConsent } from '../../../src/consent-window/app-access-consent.tsx'
import { sampleAppAccess } from '../../../src/lib/samples/sample-app-access.ts'
import type { Story } from '../../story.tsx'

export const story: Story = {
  title: 'An interface that wants hosts and permissions',
  group: 'Activity',
  fullBleed: true,
  Body: () => <AppAccessConsent request={sampleAppAccess} decide={() => Promise.resolve(true)} />,
}
