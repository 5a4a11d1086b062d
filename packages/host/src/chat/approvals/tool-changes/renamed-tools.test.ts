import { expect, it } from 'vitest'
import { textDigest } from '../../../testing/in-memory-ports.ts'
import { toolNamed } from '../../../testing/tool-fixture.ts'
import { RenamedTools } from './renamed-tools.ts'
import { definitionText } from '../../tool-offers/tool-catalog.ts'

const body = { description: 'Reads  a file.' }

it('finds a tool under the name that it was allowed with, and reads each definition once', () => {
  let reads = 0
  const grants = {
    tools: (serverId: string) =>
      serverId === 's1'
        ? ['write', 'read'].map((toolName) => ({ id: `g-${toolName}`, toolName }))
        : [],
    definition(id: string) {
      reads += 1
      if (id === 'g-write') return 'not JSON'
      return definitionText(toolNamed('read', { description: 'Reads a file. ' }))
    },
  }
  const former = new RenamedTools({ grants, digest: textDigest })
  for (let round = 0; round < 100; round += 1) {
    expect(former.find(toolNamed('fetch', body), 's1')).toBe('read')
    expect(former.find(toolNamed('read', body), 's1')).toBeNull()
    expect(former.find(toolNamed('fetch', { description: 'Sends it.' }), 's1')).toBeNull()
    expect(former.find(toolNamed('fetch', body), 's2')).toBeNull()
  }
  expect(reads).toBe(2)
})
