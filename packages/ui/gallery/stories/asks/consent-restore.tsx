import { RestoreConsent } from '../../../src/consent-window/restore-consent.tsx'
import type { Story } from '../../story.tsx'

export const story: Story = {
  title: 'Restoring a backup',
  group: 'Settings',
  fullBleed: true,
  Body: () => (
    <RestoreConsent
      request={{
        kind: 'restore',
        preview: {
          file: {
            name: 'gatehouse-2026-11-29.backup',
            bytes: 1,
            madeAt: 1_795_000_000_000,
            app: '0.1.0',
          },
          chats: { now: 12, restored: 340 },
          servers: [
            {
              name: 'filesystem',
              hue: 0,
              launch: 'npx -y @modelcontextprotocol/server-filesystem /home/ada/notes\nDEBUG=1',
              isHere: true,
            },
            { name: 'weather', hue: 1, launch: 'https://weather.example/mcp', isHere: true },
          ],
          providers: [{ name: 'Anthropic', baseUrl: 'https://api.anthropic.com/v1' }],
          proxy: '',
          permissions: 4,
          secrets: [{ owner: 'Anthropic', count: 1 }],
        },
      }}
      decide={() => Promise.resolve(true)}
    />
  ),
}
