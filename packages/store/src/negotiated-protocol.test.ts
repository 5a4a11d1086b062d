import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type OpenedStores, openStores } from './index.ts'
import { sampleServer } from './sample-records.ts'

let folder: string
let stores: OpenedStores

const open = (): OpenedStores =>
  openStores({ file: join(folder, 'gatehouse.db'), report: () => undefined })

/** Everything that is asked afterwards comes from the disk. */
const reopen = (): void => {
  stores.close()
  stores = open()
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-store-'))
  stores = open()
})
afterEach(() => {
  stores.close()
  rmSync(folder, { recursive: true })
})

describe('the negotiated protocol', () => {
  it('does not keep what was negotiated with a removed server, nor lose or invent one', () => {
    const negotiated = {
      key: 'k',
      era: 'legacy' as const,
      protocolVersion: '2024-11-05',
      transport: 'http-sse',
      serverVersion: '1.0',
    }
    stores.servers.save(sampleServer('s1'))
    expect(stores.servers.negotiatedProtocol('s1')).toBeNull()
    stores.servers.saveNegotiatedProtocol('s1', { ...negotiated, key: 'old' })
    stores.servers.saveNegotiatedProtocol('s1', negotiated)
    reopen()
    expect(stores.servers.negotiatedProtocol('s1')).toEqual(negotiated)
    stores.servers.saveNegotiatedProtocol('s1', null)
    expect(stores.servers.negotiatedProtocol('s1')).toBeNull()
    stores.servers.saveNegotiatedProtocol('s1', negotiated)
    stores.servers.remove('s1')
    stores.servers.save(sampleServer('s1'))
    expect(stores.servers.negotiatedProtocol('s1')).toBeNull()
  })
})
