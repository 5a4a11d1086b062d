import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createOutboundHttp } from '@gatehouse/mcp'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createCatalogueSource, registryAddress } from './catalogue-source.ts'

let folder: string
let server: Server

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-catalogue-'))
  server = createServer((request, response) => response.end(request.url))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
})

afterEach(() => {
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

it('asks the registry, and keeps a copy that only the person can read', async () => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const file = join(folder, 'copy.json')
  const source = createCatalogueSource(file, { url, http: createOutboundHttp({ environment: {} }) })
  const limits = { maxBytes: 1000, timeoutMs: 10_000, mayReach: () => true }
  const request = { url: `${url}v0.1/servers?search=x`, method: 'GET', headers: {} } as const
  const { body } = await source.http.send(request, limits, new AbortController().signal)
  expect(body).toBe('/v0.1/servers?search=x')
  expect(await source.readCopy()).toBeNull()
  await source.writeCopy('[]')
  await source.writeCopy('[1]')
  expect(await source.readCopy()).toBe('[1]')
  expect(statSync(file).mode & 0o077).toBe(0)
})

it('takes another registry only from an address of the web', () => {
  expect(registryAddress('https://mcp.corp.example/registry')).toBe(
    'https://mcp.corp.example/registry',
  )
  for (const odd of [undefined, '', 'file:///etc/passwd', 'mcp.corp.example'])
    expect(registryAddress(odd)).toMatch(/^https:\/\/registry\./)
})
