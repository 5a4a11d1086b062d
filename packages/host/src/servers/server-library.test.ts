import { describe, expect, it } from 'vitest'
import type { Connection, ServerFeatures } from '../ports/index.ts'
import { ServerLibrary } from './server-library.ts'

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
    followTask: refuse,
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

describe('the library of a server', () => {
  it('reads a list once, and again only after the server said that it changed', async () => {
    let reads = 0
    const listPrompts = () => Promise.resolve([{ name: `p${(reads += 1)}` }])
    const library = new ServerLibrary(() => Promise.resolve(scripted({ listPrompts })))
    await Promise.all([library.prompts(), library.prompts()])
    expect(await library.prompts()).toEqual([{ name: 'p1' }])
    library.invalidate('resources')
    expect(await library.prompts()).toEqual([{ name: 'p1' }])
    library.invalidate('prompts')
    expect(await library.prompts()).toEqual([{ name: 'p2' }])
  })

  it('uses a list for the time that the server gave, and reads it again after it', async () => {
    let reads = 0
    let now = 0
    const kept: unknown[] = []
    const listPrompts = (): Promise<{ name: string }[]> => {
      reads += 1
      library.expireAfter('prompts', 5000)
      library.expireAfter('prompts', 1000)
      return Promise.resolve([{ name: `p${reads}` }])
    }
    const library: ServerLibrary = new ServerLibrary(
      () => Promise.resolve(scripted({ listPrompts })),
      { now: () => now, onLoaded: (name, list) => kept.push([name, list]) },
    )
    await library.prompts()
    now = 999
    await library.prompts()
    expect(reads).toBe(1)
    now = 1000
    expect(await library.prompts()).toEqual([{ name: 'p2' }])
    expect(kept).toEqual([
      ['prompts', [{ name: 'p1' }]],
      ['prompts', [{ name: 'p2' }]],
    ])
  })

  it('watches on over another connection what the person watches, and nothing else', async () => {
    const signals = new Map<string, AbortSignal>()
    const heard: string[][] = []
    const watchResource = (uri: string, signal: AbortSignal) =>
      Promise.resolve(void signals.set(uri, signal))
    let connection = scripted({ watchResource })
    const library = new ServerLibrary(() => Promise.resolve(connection), {
      onWatched: (uris) => heard.push(uris),
    })
    await library.watchResource('a:1', true)
    expect(heard.at(-1)).toEqual(['a:1'])
    signals.clear()
    connection = scripted({ watchResource })
    library.opened(connection)
    expect([...signals.keys()]).toEqual(['a:1'])
    await library.watchResource('a:1', false)
    expect(signals.get('a:1')?.aborted).toBe(true)
    expect(heard.at(-1)).toEqual([])
    connection = scripted({ watchResource }, false)
    await expect(library.watchResource('a:1', true)).rejects.toMatchObject({
      code: 'request/unsupported',
    })
  })

  it('does not keep a list that could not be read', async () => {
    let fails = true
    const listPrompts = () =>
      fails ? Promise.reject(new Error('lost')) : Promise.resolve([{ name: 'p' }])
    const library = new ServerLibrary(() => Promise.resolve(scripted({ listPrompts })))
    await expect(library.prompts()).rejects.toThrow('lost')
    fails = false
    expect(await library.prompts()).toEqual([{ name: 'p' }])
  })

  it('reads without subscribing, and keeps what is followed when it is read', async () => {
    const watched: string[] = []
    const watchResource = (uri: string) => Promise.resolve(void watched.push(uri))
    const library = new ServerLibrary(() => Promise.resolve(scripted({ watchResource })))
    await library.readResource('a:1')
    await library.readResource({ uri: 'a:2' })
    expect(watched).toEqual([])
    expect(library.watched()).toEqual([])
    await library.watchResource('a:1', true)
    await library.readResource('a:1')
    expect(watched).toEqual(['a:1'])
    expect(library.watched()).toEqual(['a:1'])
  })

  it('tells changes of what is watched and of its parts, as what is watched, and of nothing else', async () => {
    const watchResource = () => Promise.resolve()
    const library = new ServerLibrary(() => Promise.resolve(scripted({ watchResource })))
    await library.watchResource('file:///notes', true)
    expect(library.watchedAbove('file:///notes')).toEqual(['file:///notes'])
    expect(library.watchedAbove('file:///notes/a')).toEqual(['file:///notes'])
    for (const other of ['file:///notes2', 'file:///', 'x:1', `x:${'u'.repeat(5000)}`])
      expect(library.watchedAbove(other)).toEqual([])
    await library.watchResource('file:///notes', false)
    expect(library.watchedAbove('file:///notes')).toEqual([])
  })

  it('aborts a completion when a newer one is asked for, so that no stale answer is shown', async () => {
    const signals: AbortSignal[] = []
    const complete: ServerFeatures['complete'] = (_request, signal) => {
      signals.push(signal)
      return Promise.resolve({ values: [] })
    }
    const library = new ServerLibrary(() => Promise.resolve(scripted({ complete })))
    const request = {
      ref: { type: 'ref/prompt', name: 'p' },
      argument: { name: 'a', value: '' },
      context: {},
    } as const
    await Promise.all([library.complete(request), library.complete(request)])
    expect(signals.map((signal) => signal.aborted)).toEqual([true, false])
  })
})
