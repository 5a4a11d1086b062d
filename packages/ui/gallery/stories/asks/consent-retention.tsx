import { AuditRetentionConsent } from '../../../src/consent-window/audit-retention-consent.tsx'
import type { Story } from '../../story.tsx'

export const story: Story = {
  title: 'Deleting old activity',
  group: 'Activity',
  fullBleed: true,
  Body: () => (
    <AuditRetentionConsent
      request={{ kind: 'audit-retention', before: null, after: 90, deletes: 1240 }}
      decide={() => Promise.resolve(true)}
    />
  ),
}
