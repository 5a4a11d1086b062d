import { sampleRuntimes, samplePlan } from '../../../src/lib/samples/sample-imports.ts'
import { AppAt } from '../../app-at.tsx'
import type { Story } from '../../story.tsx'

const managed = { name: 'bun' as const, version: '26.12.1', folder: samplePlan.folder, size: 163e6 }

export const story: Story = {
  title: 'Settings: servers',
  group: 'Settings',
  fullBleed: true,
  standalone: true,
  Body: () => (
    <AppAt
      at={{ section: 'settings', settingsPage: 'servers' }}
      world={{
        handlers: {
          'runtimes.list': () => ({
            ...sampleRuntimes,
            runtimes: sampleRuntimes.runtimes.map((state) =>
              state.name === 'bun'
                ? { ...state, managed, usedBy: ['files', 'search'] }
                : state.name === 'deno'
                  ? { ...state, picked: '/opt/deno-2.9/bin/deno' }
                  : state,
            ),
          }),
        },
      }}
    />
  ),
}
