import { startAuthorizationServer } from '@gatehouse/testkit'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createAuthorizationBench, type BenchOptions } from './authorization-bench.ts'

const createBench = (given: BenchOptions = {}) => createAuthorizationBench(given, onTestFinished)

const DOCUMENT = 'https://gatehouse.example/client.json'
const oauth = { own: { name: 'Gatehouse', metadataUrl: DOCUMENT } }

describe('an app with a document about it', () => {
  it('is known by that where the issuer reads such documents, and registers nowhere', async () => {
    const bench = await createBench({
      oauth,
      behaviour: {
        clients: { [DOCUMENT]: {} },
        metadata: { client_id_metadata_document_supported: true },
      },
    })
    expect(await bench.echo(await bench.open(), 'hello')).toContain('hello')
    expect(bench.issuer.requests('/register')).toEqual([])
    const [request] = bench.issuer.requests('/token')
    expect(request?.parameters['client_id']).toBe(DOCUMENT)
  })

  it('registers where the issuer does not speak of them', async () => {
    const bench = await createBench({ oauth })
    await bench.open()
    expect(bench.issuer.requests('/register')).toHaveLength(1)
    const [request] = bench.issuer.requests('/token')
    expect(request?.parameters['client_id']).not.toBe(DOCUMENT)
  })
})

it('a server that names another issuer has the app registered there, and nothing of the former one shown to it', async () => {
  const bench = await createBench()
  await bench.open()
  const former = [...bench.issuer.secrets()]
  const [registered] = bench.issuer.requests('/authorize')
  const other = await startAuthorizationServer()
  onTestFinished(() => other.close())
  bench.server.options.authorization = other
  expect(await bench.echo(await bench.open(true), 'elsewhere')).toContain('elsewhere')
  expect(bench.person.asked.map(({ issuer }) => issuer)).toEqual([
    bench.issuer.issuer,
    other.issuer,
  ])
  expect(other.requests('/register')).toHaveLength(1)
  const seen = JSON.stringify(other.requests('/'))
  for (const secret of former) expect(seen).not.toContain(secret)
  expect(registered?.parameters['redirect_uri']).toBeDefined()
  const { account } = await bench.authorizations.view(bench.authorized())
  expect(account?.issuer).toBe(other.issuer)
})
