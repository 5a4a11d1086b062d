import { InstallConsent } from '../../../src/consent-window/install-consent.tsx'
import type { Story } from '../../story.tsx'

const folder = '/home/ada/.config/Gatehouse/packages/0b1f9d1e-7a52-4a6b-9c53-1d1f0a9f3f10'
const name = '@modelcontextprotocol/server-filesystem'
const starts = { command: '/usr/bin/node', args: [`${folder}/node_modules/${name}`] }
const checks = {
  listDate: '2026-06-12',
  listSize: 4,
  packages: [{ name, version: null, publishedAt: null }],
  dependencies: 0,
  unchecked: [],
}

export const story: Story = {
  title: 'An installation, and what its server starts afterwards',
  group: 'Servers',
  fullBleed: true,
  Body: () => (
    <InstallConsent
      request={{
        kind: 'install',
        plans: [
          {
            serverName: 'files',
            ecosystem: 'npm',
            installer: 'npm',
            spec: name,
            steps: [
              {
                command: '/usr/bin/npm',
                args: ['install', '--prefix', folder, '--ignore-scripts', '--', name],
              },
            ],
            folder,
            starts,
            risks: [],
            packageChecks: checks,
          },
        ],
        launches: {
          id: 'review',
          servers: [
            {
              serverId: 's1',
              name: 'files',
              launch: {
                kind: 'stdio',
                command: starts.command,
                args: [...starts.args, '/home/ada/notes'],
                env: [],
              },
              resolution: { path: starts.command, lookedIn: [] },
              risks: [],
              pin: null,
            },
          ],
        },
        vault: { kind: 'keychain', name: 'Secret Service' },
      }}
      decide={() => Promise.resolve(true)}
      reveal={() => undefined}
    />
  ),
}
