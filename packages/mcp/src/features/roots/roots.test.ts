import type { ServerRequestContext } from '@gatehouse/host/ports'
import { proves } from '@gatehouse/testkit/proves'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  everyVariant,
  openVariant,
  textOf,
  type OpenedVariant,
} from '../../../checks/protocol/protocol-variants.ts'
import {
  createTestBench,
  nobody,
  type TestBench,
} from '../../../checks/testing/recorded-connection.ts'

const roots = [{ uri: 'file:///home/ada/My%20code/%E8%AE%BA%E6%96%87%231', name: '论文#1' }]
let bench: TestBench
let closers: (() => Promise<void>)[]

beforeEach(async () => {
  bench = await createTestBench()
  closers = []
})
afterEach(async () => {
  await bench.close()
  for (const close of closers) await close()
})

function open(variant: (typeof everyVariant)[number], declared = true): Promise<OpenedVariant> {
  const connection = {
    clientFeatures: { ...nobody.clientFeatures, roots: declared },
    onRequest: { ...nobody.onRequest, listRoots: () => Promise.resolve(roots) },
  }
  return openVariant({ bench, closers }, variant, { connection })
}

/** Returns the messages about roots. */
function sentAboutRoots({ recording }: OpenedVariant): string[] {
  return recording.frames
    .filter(({ direction }) => direction === 'out')
    .flatMap(({ method }) => (method?.startsWith('notifications/roots') ? [method] : []))
}

describe.each(everyVariant)('%s', (variant) => {
  const isLegacy = variant.endsWith('legacy')

  test('the server is notified of changed roots in the legacy era, and gets the roots that are shared', async () => {
    const opened = await open(variant)
    await opened.connection.rootsChanged()
    await opened.connection.rootsChanged()
    const result = await opened.call('ask-roots')
    expect(textOf(result)).toContain(roots[0]?.uri)
    expect(sentAboutRoots(opened)).toEqual(
      isLegacy ? ['notifications/roots/list_changed', 'notifications/roots/list_changed'] : [],
    )
  })
})

test('only a round of a call is taken for exact, and names that call', async () => {
  for (const variant of everyVariant) {
    const asked: ServerRequestContext[] = []
    const listRoots = (context: ServerRequestContext) => {
      asked.push(context)
      return Promise.resolve(roots)
    }
    const connection = {
      clientFeatures: { ...nobody.clientFeatures, roots: true },
      onRequest: { ...nobody.onRequest, listRoots },
    }
    const opened = await openVariant({ bench, closers }, variant, { connection })
    await opened.call('ask-roots')
    expect(asked.map(({ isExact }) => isExact)).toEqual([!variant.endsWith('legacy')])
  }
  proves('roots.by-chat.round')
})

describe('a server to which roots were not declared', () => {
  test('does not hear of them', async () => {
    const opened = await open('stdio legacy', false)
    await opened.connection.rootsChanged()
    expect(sentAboutRoots(opened)).toEqual([])
    const hello = opened.recording.frames.find(({ method }) => method === 'initialize')
    expect(hello?.message).toMatchObject({ params: { capabilities: {} } })
    expect(JSON.stringify(hello?.message)).not.toContain('roots')
  })

  test('a legacy server learns that changes will be notified', async () => {
    const opened = await open('stdio legacy')
    const hello = opened.recording.frames.find(({ method }) => method === 'initialize')
    expect(hello?.message).toMatchObject({
      params: { capabilities: { roots: { listChanged: true } } },
    })
  })
})

test('notifying a server whose connection is over does not throw', async () => {
  const { connection } = await open('stdio legacy')
  await connection.close()
  await expect(connection.rootsChanged()).resolves.toBeUndefined()
})
