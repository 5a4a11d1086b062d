import { AppAt } from '../../app-at.tsx'
import type { Story } from '../../story.tsx'

const model = { providerId: 'anthropic', modelId: 'claude-sonnet-5' }

export const story: Story = {
  title: 'Server: permissions',
  group: 'Servers',
  fullBleed: true,
  standalone: true,
  Body: () => (
    <AppAt
      at={{ section: 'servers', serverTab: 'permissions', serverId: 'research' }}
      world={{
        handlers: {
          'sampling.policies': () => [
            {
              serverId: 'research',
              rule: { kind: 'budget', tokensPerDay: 20_000, models: [model] },
              since: 1_700_000_000_000,
              isVoid: false,
              usage: { day: '2026-05-04', tokens: 6210, requests: 4 },
              dayEndsAt: 1_777_932_000_000,
            },
          ],
        },
      }}
    />
  ),
}
