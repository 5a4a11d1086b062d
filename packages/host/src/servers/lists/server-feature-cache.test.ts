import { describe, expect, it } from 'vitest'
import type { Connection, ServerFeatures } from '../../ports/index.ts'
import { ServerFeatureCache } from './server-feature-cache.ts'

function scripted(features: Partial<ServerFeatures>, subscribe = true): Connection {
  const refuse = () => Promise.reject(new Error('not scripted'))
  return {
    info: {
      era: 'legacy',
      protocolVersion: '2025-11-25',
      capabilities: { resources: { subscribe } },
      connectMs: 1,
    },
    listTools: refuse,
    callTool: refuse,
    rootsChanged: refuse,
    pollTask: refuse,
    listTasks: refuse,
    ping: refuse,
    sendLogLevel: refuse,
    close: () => Promise.resolve(),
    listPrompts: refuse,
    getPrompt: refuse,
    listResources: refuse,
    listResourceTemplates: refuse,
    readResource: () => Promise.resolve({ contents: [] }),
    listSkills: refuse,
    readSkill: refuse,
    complete: refuse,
    watchResource: refuse,
    ...features,
  }
}

describe('the features of a server', () => {
  it('reads a list once, and again only after the server notified that it changed', async () => {
    let reads = 0
    const listPrompts = () => Promise.resolve([{ name: `p${(reads += 1)}` }])
    const features = new ServerFeatureCache(() => Promise.resolve(scripted({ listPrompts })))
    await Promise.all([features.prompts(), features.prompts()])
    expect(await features.prompts()).toEqual([{ name: 'p1' }])
    features.invalidate('resources')
    expect(await features.prompts()).toEqual([{ name: 'p1' }])
    features.invalidate('prompts')
    expect(await features.prompts()).toEqual([{ name: 'p2' }])
  })

  it('uses a list for the time that the server gave, and reads it again after it', async () => {
    let reads = 0
    let now = 0
    const kept: unknown[] = []
    const listPrompts = (): Promise<{ name: string }[]> => {
      reads += 1
      features.expireAfter('prompts', 5000)
      features.expireAfter('prompts', 1000)
      return Promise.resolve([{ name: `p${reads}` }])
    }
    const features: ServerFeatureCache = new ServerFeatureCache(
      () => Promise.resolve(scripted({ listPrompts })),
      { now: () => now, onLoaded: (name, list) => kept.push([name, list]) },
    )
    await features.prompts()
    now = 999
    await features.prompts()
    expect(reads).toBe(1)
    now = 1000
    expect(await features.prompts()).toEqual([{ name: 'p2' }])
    expect(kept).toEqual([
      ['prompts', [{ name: 'p1' }]],
      ['prompts', [{ name: 'p2' }]],
    ])
  })

  it('watches on over another connection what the person watches, and nothing else', async () => {
    const signals = new Map<string, AbortSignal>()
    const watched: string[][] = []
    const watchResource = (uri: string, signal: AbortSignal) =>
      Promise.resolve(void signals.set(uri, signal))
    let connection = scripted({ watchResource })
    const features = new ServerFeatureCache(() => Promise.resolve(connection), {
      onWatched: (uris) => watched.push(uris),
    })
    await features.watchResource('a:1', true)
    expect(watched.at(-1)).toEqual(['a:1'])
    signals.clear()
    connection = scripted({ watchResource })
    features.opened(connection)
    expect([...signals.keys()]).toEqual(['a:1'])
    await features.watchResource('a:1', false)
    expect(signals.get('a:1')?.aborted).toBe(true)
    expect(watched.at(-1)).toEqual([])
    connection = scripted({ watchResource }, false)
    await expect(features.watchResource('a:1', true)).rejects.toMatchObject({
      code: 'request/unsupported',
    })
  })

  it('does not keep a list that could not be read', async () => {
    let fails = true
    const listPrompts = () =>
      fails ? Promise.reject(new Error('lost')) : Promise.resolve([{ name: 'p' }])
    const features = new ServerFeatureCache(() => Promise.resolve(scripted({ listPrompts })))
    await expect(features.prompts()).rejects.toThrow('lost')
    fails = false
    expect(await features.prompts()).toEqual([{ name: 'p' }])
  })

  it('reads without subscribing, and keeps what is followed when it is read', async () => {
    const watched: string[] = []
    const watchResource = (uri: string) => Promise.resolve(void watched.push(uri))
    const features = new ServerFeatureCache(() => Promise.resolve(scripted({ watchResource })))
    await features.readResource('a:1')
    await features.readResource({ uri: 'a:2' })
    expect(watched).toEqual([])
    expect(features.watched()).toEqual([])
    await features.watchResource('a:1', true)
    await features.readResource('a:1')
    expect(watched).toEqual(['a:1'])
    expect(features.watched()).toEqual(['a:1'])
  })

  /**
   * @threat drawing.resource-updates
   * @attacker server
   * @tries To fill the window by reporting changes of ever new resources that are not followed.
   * @stoppedBy Main reports only changes of resources that are watched, 64 at most, and the window keeps 200 addresses.
   */
  it('reports changes of what is watched and of its parts, as what is watched, and of nothing else', async () => {
    const watchResource = () => Promise.resolve()
    const features = new ServerFeatureCache(() => Promise.resolve(scripted({ watchResource })))
    await features.watchResource('file:///notes', true)
    expect(features.watchedAbove('file:///notes')).toEqual(['file:///notes'])
    expect(features.watchedAbove('file:///notes/a')).toEqual(['file:///notes'])
    for (const other of ['file:///notes2', 'file:///', 'x:1', `x:${'u'.repeat(5000)}`])
      expect(features.watchedAbove(other)).toEqual([])
    await features.watchResource('file:///notes', false)
    expect(features.watchedAbove('file:///notes')).toEqual([])
  })

  it('aborts a completion when a newer one is asked for, so that no stale result is shown', async () => {
    const signals: AbortSignal[] = []
    const complete: ServerFeatures['complete'] = (_request, signal) => {
      signals.push(signal)
      return Promise.resolve({ values: [] })
    }
    const features = new ServerFeatureCache(() => Promise.resolve(scripted({ complete })))
    const request = {
      ref: { type: 'ref/prompt', name: 'p' },
      argument: { name: 'a', value: '' },
      context: {},
    } as const
    await Promise.all([features.complete(request), features.complete(request)])
    expect(signals.map((signal) => signal.aborted)).toEqual([true, false])
  })

  it('aborts a completion that nobody waits for any more, and asks anew after it', async () => {
    const signals: AbortSignal[] = []
    const complete: ServerFeatures['complete'] = (_request, signal) => {
      signals.push(signal)
      return new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('aborted')))
        if (signals.length > 1) resolve({ values: ['again'] })
      })
    }
    const features = new ServerFeatureCache(() => Promise.resolve(scripted({ complete })))
    const request = {
      ref: { type: 'ref/prompt', name: 'p' },
      argument: { name: 'a', value: '' },
      context: {},
    } as const
    features.cancelCompletion()
    const first = features.complete(request)
    first.catch(() => undefined)
    await Promise.resolve()
    features.cancelCompletion()
    await expect(first).rejects.toThrow('aborted')
    expect(await features.complete(request)).toEqual({ values: ['again'] })
  })
})
