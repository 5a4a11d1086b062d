import { InstallConsent } from '../../../src/consent-window/install-consent.tsx'
import type { Story } from '../../story.tsx'

const command = '/usr/bin/docker'
const name = 'ghcr.io/acme/notes'
const options = ['run', '-i', '--rm', '-e', 'NOTES_TOKEN', '-v', '/home/ada/notes:/notes']

export const story: Story = {
  title: 'An image that a saved server is to start by its digest',
  group: 'Servers',
  fullBleed: true,
  Body: () => (
    <InstallConsent
      request={{
        kind: 'install',
        plans: [
          {
            serverName: 'notes',
            ecosystem: 'oci',
            installer: 'docker',
            spec: `${name}:1`,
            steps: [
              { command, args: ['pull', `${name}:1`] },
              { command, args: ['image', 'inspect', `${name}:1`] },
            ],
            folder: '',
            starts: { command, args: [...options, name] },
            risks: [],
            packageChecks: {
              listDate: '2026-06-12',
              listSize: 4,
              packages: [],
              dependencies: 0,
              unchecked: [`${name}:1`],
            },
          },
        ],
        launch: {
          changes: [
            { part: 'command', before: 'docker', after: command },
            { part: 'arguments', before: `${name}:1`, after: name },
          ],
          review: {
            id: 'review',
            draft: {
              id: 's1',
              name: 'notes',
              protocol: 'auto',
              start: 'demand',
              requestTimeoutMs: 60_000,
              transport: {
                kind: 'stdio',
                command,
                args: [...options, name, '--read-only'],
                env: [{ name: 'NOTES_TOKEN', value: null, secret: true }],
              },
            },
            resolution: { path: command, lookedIn: [] },
            risks: [],
            pin: null,
            fileChanges: [],
            carriedSecrets: ['NOTES_TOKEN'],
            createdAt: 0,
          },
        },
        vault: { kind: 'keychain', name: 'Secret Service' },
      }}
      decide={() => Promise.resolve(true)}
      reveal={() => undefined}
    />
  ),
}
