import { createServer } from 'node:http'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'

const scratch = mkdtempSync(join(tmpdir(), 'gatehouse-electron-'))
afterAll(() => rmSync(scratch, { recursive: true }))

it('a download that fails says why, and the next try says it again', async () => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(503).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  vi.stubEnv('ELECTRON_MIRROR', `http://127.0.0.1:${port}/`)
  vi.stubEnv('XDG_CACHE_HOME', scratch)
  writeFileSync(join(scratch, 'checksums.json'), JSON.stringify({ 'none.zip': 'aa' }))
  const { downloadElectron, keepFailure, lastFailure } = await import('./download-electron.ts')
  const reason = await downloadElectron({ folder: scratch, version: '1.2.3' }, 2000)
  server.close()
  expect(reason).toBe('the server responded 503 Service Unavailable')
  expect(asked).toEqual([expect.stringMatching(/v1\.2\.3\/electron-v1\.2\.3-.*\.zip$/)])

  const file = join(scratch, 'failure.json')
  expect(lastFailure('1.2.3', file)).toBeUndefined()
  keepFailure({ version: '1.2.3', reason: 'the server responded 503' }, file)
  expect(lastFailure('1.2.3', file)).toBe('the server responded 503')
  expect(lastFailure('1.2.4', file)).toBeUndefined()
  writeFileSync(file, '{"version":"1.2')
  expect(lastFailure('1.2.3', file)).toBeUndefined()
})
