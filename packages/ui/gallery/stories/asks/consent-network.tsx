import { NetworkConsent } from '../../../src/consent-window/network-consent.tsx'
import { sampleCertificates } from '../../sample-certificates.ts'
import type { Story } from '../../story.tsx'

export const story: Story = {
  title: 'Changing the network',
  group: 'Settings',
  fullBleed: true,
  Body: () => (
    <NetworkConsent
      request={{
        kind: 'network',
        before: { proxy: 'system', certificates: [] },
        after: {
          proxy: { url: 'http://proxy.example.org:3128', user: 'ada', hasPassword: true },
          certificates: sampleCertificates,
        },
        vault: { kind: 'keychain', name: 'Secret Service' },
      }}
      decide={() => Promise.resolve(true)}
    />
  ),
}
