import { defaultSettings } from '@gatehouse/domain'
import { AppAt } from '../../app-at.tsx'
import { sampleCertificates } from '../../sample-certificates.ts'
import type { Story } from '../../story.tsx'

export const story: Story = {
  title: 'Settings: network',
  group: 'Settings',
  fullBleed: true,
  standalone: true,
  Body: () => (
    <AppAt
      at={{ section: 'settings', settingsPage: 'network' }}
      world={{
        handlers: {
          'app.settings': () => ({
            ...defaultSettings,
            network: {
              proxy: { url: 'http://proxy.example.org:3128', user: 'ada' },
              authorities: {
                name: 'example-corp.pem',
                file: '/home/ada/.config/Gatehouse/authorities/3f9a.pem',
                certificates: sampleCertificates,
              },
            },
          }),
        },
      }}
    />
  ),
}
