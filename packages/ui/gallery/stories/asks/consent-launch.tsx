import { serverDraftSchema } from '@gatehouse/domain'
import { LaunchConsent } from '../../../src/consent-window/launch-consent.tsx'
import type { Story } from '../../story.tsx'

const args = ['-u', 'DEBUG', 'NOTES_DIR=/home/ada/notes', 'node', 'server.js', '--read-only']

export const story: Story = {
  title: 'A launch that starts a program in another one',
  group: 'Servers',
  fullBleed: true,
  Body: () => (
    <LaunchConsent
      request={{
        kind: 'launch',
        changes: null,
        vault: { kind: 'keychain', name: 'Secret Service' },
        review: {
          id: 'review',
          draft: serverDraftSchema.parse({
            name: 'notes',
            transport: {
              kind: 'stdio',
              command: 'env',
              args,
              env: [{ name: 'DEBUG', value: '1', secret: false }],
              cwd: '/home/ada/projects/notes-server',
            },
          }),
          resolution: { path: '/usr/bin/env', lookedIn: [] },
          risks: [{ code: 'code-not-pinned', where: 'command', value: 'node' }],
          pin: null,
          programs: [
            {
              command: 'node',
              args: args.slice(4),
              env: { NOTES_DIR: '/home/ada/notes' },
              cwd: '/home/ada/projects/notes-server',
              path: '/usr/bin/node',
            },
          ],
          fileChanges: [],
          createdAt: 1,
        },
      }}
      decide={() => Promise.resolve(true)}
      reveal={() => undefined}
    />
  ),
}
