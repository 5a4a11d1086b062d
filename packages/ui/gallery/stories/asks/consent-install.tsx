import { InstallConsent } from '../../../src/consent-window/install-consent.tsx'
import type { Story } from '../../story.tsx'

const folder = '/home/ada/.config/Gatehouse/packages/0b1f9d1e-7a52-4a6b-9c53-1d1f0a9f3f10'

export const story: Story = {
  title: 'An installation of a package that imitates another',
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
            spec: 'server-filesystem',
            steps: [
              {
                command: '/usr/bin/npm',
                args: [
                  'install',
                  '--prefix',
                  folder,
                  '--ignore-scripts',
                  '--',
                  'server-filesystem',
                ],
              },
            ],
            folder,
            risks: [
              {
                code: 'package-twin',
                where: 'argument',
                value: 'server-filesystem',
                detail: '@modelcontextprotocol/server-filesystem',
              },
              {
                code: 'malicious-versions',
                where: 'argument',
                value: 'server-filesystem',
                detail: 'MAL-2026-0000',
              },
            ],
            packageChecks: {
              listDate: '2026-06-12',
              listSize: 4,
              packages: [{ name: 'server-filesystem', version: null, publishedAt: null }],
              dependencies: 0,
              unchecked: ['--registry=https://packages.example'],
            },
          },
        ],
      }}
      decide={() => Promise.resolve(true)}
      reveal={() => undefined}
    />
  ),
}
