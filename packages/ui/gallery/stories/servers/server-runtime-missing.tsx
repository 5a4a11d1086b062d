import { missingRuntimes } from '../../../src/lib/samples/sample-imports.ts'
import { sampleServers } from '../../../src/lib/samples/sample-servers.ts'
import { AppAt } from '../../app-at.tsx'
import type { Story } from '../../story.tsx'

const [sample] = sampleServers
const servers = sample
  ? [
      {
        ...sample,
        config: {
          ...sample.config,
          name: 'search',
          transport: { kind: 'stdio' as const, command: 'npx', args: ['-y', 'search'], env: [] },
        },
        connection: {
          status: 'failed' as const,
          at: 0,
          attempt: 1,
          failure: {
            code: 'command-not-found' as const,
            message: 'npx was not found.',
            command: 'npx',
            lookedIn: missingRuntimes.lookedIn,
            lastLines: [],
          },
        },
      },
    ]
  : []

export const story: Story = {
  title: 'Server: its runtime is missing',
  group: 'Servers',
  fullBleed: true,
  standalone: true,
  Body: () => (
    <AppAt
      at={{ section: 'servers', serverId: sample?.config.id ?? null }}
      world={{ servers, handlers: { 'runtimes.list': () => missingRuntimes } }}
    />
  ),
}
