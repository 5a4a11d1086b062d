import { routes, type IpcError, type RouteHandlers, type RouteName } from '@gatehouse/contract'
import { schemaOf } from '@gatehouse/contract/testing'
import { GatehouseError } from '@gatehouse/domain'
import { describe, expect, it } from 'vitest'
import { createRouter } from './router.ts'
import { isAccepted } from './testing/accepted.ts'
import { damages, nested } from './testing/damage.ts'
import { validInputs } from './testing/valid-inputs.ts'

const names = Object.keys(routes) as RouteName[]

interface Recording {
  calls: { route: string; input: unknown }[]
  logged: string[]
  handle(route: unknown, input: unknown): ReturnType<ReturnType<typeof createRouter>['handle']>
}

/** A router whose handlers write down what reaches them and respond with `output`. */
function recorded(output: () => unknown = () => undefined, checkOutputs = false): Recording {
  const calls: Recording['calls'] = []
  const logged: string[] = []
  const write = (text: string): void => void logged.push(text)
  const handlers = Object.fromEntries(
    names.map((route) => [
      route,
      (input: unknown) => {
        calls.push({ route, input })
        return output()
      },
    ]),
  ) as unknown as RouteHandlers
  const log = { info: write, warn: write, error: write }
  const { handle } = createRouter({ handlers, checkOutputs, log })
  return { calls, logged, handle }
}

describe('every route', () => {
  it.each(names)('%s takes what is right', async (route) => {
    const { handle, calls } = recorded()
    expect(await handle(route, validInputs[route])).toEqual({ ok: true, data: undefined })
    expect(calls).toEqual([{ route, input: validInputs[route] }])
  })

  /**
   * @threat attachments.path
   * @attacker page
   * @tries To have a file of the computer read by its path.
   * @stoppedBy The page gives bytes that it has, up to 5 MB, at one place of one route, and the name is a label. The
   * one route that takes a path reads below folders of the workspace of the chat alone (files.page-reads).
   * @remains Script in the page can fill drafts of many chats with files, as it can with text; each chat takes 15 MB.
   */
  it.each(names)('%s lets no damaged input reach its handler', async (route) => {
    const { handle, calls } = recorded()
    const schema = schemaOf(routes[route].input, 'input')
    const reached: string[] = []
    const errors: IpcError[] = []
    for (const damage of damages(validInputs[route])) {
      const { path, kind, input } = damage
      const result = await handle(route, input)
      if (!result.ok) errors.push(result.error)
      else if (!isAccepted(route, schema, damage)) reached.push(`${path || 'the whole'}: ${kind}`)
    }
    expect(reached).toEqual([])
    const codes = new Set(errors.map(({ code }) => code))
    expect(['ipc/invalid-input', 'ipc/too-large']).toEqual(expect.arrayContaining([...codes]))
    expect(Math.max(...errors.map(({ message }) => message.length))).toBeLessThan(1000)
    const sizes = errors.map(({ data }) => JSON.stringify(data).length)
    expect(Math.max(...sizes)).toBeLessThan(20_000)
    expect(structuredClone(errors)).toEqual(errors)
    for (const call of calls) expect(Object.keys(call.input as object)).not.toContain('__proto__')
    expect(Object.prototype).not.toHaveProperty('polluted')
  })

  it('refuses a route that does not exist, and one of Object.prototype', async () => {
    const { handle, calls } = recorded()
    const wrong = [
      '',
      'nothing',
      'constructor',
      '__proto__',
      'toString',
      'app.info ',
      'x'.repeat(1e6),
    ]
    for (const route of [
      ...wrong,
      undefined,
      null,
      42,
      ['app.info'],
      { toString: () => 'app.info' },
    ]) {
      const result = await handle(route, {})
      expect(result).toMatchObject({ ok: false, error: { code: 'ipc/unknown-route' } })
      expect(JSON.stringify(result).length).toBeLessThan(400)
    }
    expect(calls).toEqual([])
  })
})

describe('createRouter', () => {
  it('says where input is wrong', async () => {
    const { handle } = recorded()
    const review = validInputs['server.propose']
    const result = await handle('server.propose', {
      ...review,
      transport: { ...review.transport, env: [{ name: 'A=B', value: 'x', secret: false }] },
    })
    expect(result).toMatchObject({
      ok: false,
      error: {
        code: 'ipc/invalid-input',
        data: { issues: [{ path: 'transport.env.0.name', message: expect.any(String) as string }] },
      },
    })
  })

  it('names a few of thousands of faults', async () => {
    const { handle } = recorded()
    const serverIds = Array.from({ length: 20_000 }, () => '../'.repeat(20))
    const result = await handle('chat.set-servers', { id: 'a', serverIds })
    expect(JSON.stringify(result).length).toBeLessThan(20_000)
  })

  it('returns an error, without a stack, and logs it when a handler throws', async () => {
    const secret = new Error('ENOENT /home/person/secret')
    const { handle, logged } = recorded(() => {
      throw secret
    })
    const result = await handle('app.info', {})
    expect(result).toMatchObject({ ok: false, error: { code: 'ipc/internal' } })
    expect(JSON.stringify(result)).not.toContain('secret')
    expect(logged).toEqual(['app.info failed inside Gatehouse.'])
  })

  it('gives on a handler’s own error', async () => {
    const { handle } = recorded(() =>
      Promise.reject(
        new GatehouseError('server/unknown', 'No such server.', { data: { id: 'a' } }),
      ),
    )
    expect(await handle('server.start', { id: 'a' })).toEqual({
      ok: false,
      error: { code: 'server/unknown', message: 'No such server.', data: { id: 'a' } },
    })
  })

  it('notices a response without its shape while it is checked', async () => {
    const { handle, logged } = recorded(() => ({ version: 1 }), true)
    const result = await handle('app.info', {})
    expect(result).toMatchObject({ ok: false, error: { code: 'ipc/invalid-output' } })
    expect(logged[0]).toContain('version')
    const unchecked = recorded(() => ({ version: 1 }))
    expect(await unchecked.handle('app.info', {})).toMatchObject({ ok: true })
  })

  it('hands the window no response that is too deep to carry', async () => {
    const { handle } = recorded(() => [nested(5000)])
    const result = await handle('server.frames', { id: 'a' })
    expect(result).toMatchObject({ ok: false, error: { code: 'ipc/invalid-output' } })
  })

  it('returns the error of handlers that fail to come', async () => {
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
    const broken = new GatehouseError('store/corrupt', 'The database is damaged.')
    const handlers = Promise.reject<RouteHandlers>(broken)
    handlers.catch(() => undefined)
    const { handle } = createRouter({ handlers, checkOutputs: false, log })
    expect(await handle('chat.list', {})).toMatchObject({ error: { code: 'store/corrupt' } })
  })

  it('fills in defaults', async () => {
    const { handle, calls } = recorded()
    await handle('server.logs', { id: 'a' })
    expect(calls[0]?.input).toEqual({ id: 'a', after: 0, limit: 500 })
  })
})
