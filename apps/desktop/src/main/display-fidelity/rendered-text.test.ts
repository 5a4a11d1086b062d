import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RouteInput, RouteOutput } from '@gatehouse/contract'
import { isGatehouseError, type ConsentRequest, type ToolApprovalAsk } from '@gatehouse/domain'
import type { ConsentPrompt } from '@gatehouse/host/ports'
import {
  fixturePaths,
  readRecording,
  startFakeModelEndpoint,
  type FakeModelEndpoint,
} from '@gatehouse/testkit'
import {
  addressParts,
  hasEqualBytes,
  jsonObjectText,
  launchChoice,
} from '@gatehouse/testkit/json-edge-cases'
import type { RenderedLaunch } from '@gatehouse/ui/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compose, type Composition } from '../compose.ts'
import { quietDesktop, quietLog } from '../soak/server-cycles.ts'
import { cloneAsContextBridge, openHeadlessWindow, type HeadlessWindow } from './headless-window.ts'
import { propertyRuns, propertyOptions } from './property-settings.ts'

type Drawing = typeof import('@gatehouse/ui/testing')
type Dom = ReturnType<Drawing['openTestDom']>

/** Real, for on macOS the folder for temporary files is a link. */
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-drawn-')))
let drawing: Drawing
let dom: Dom
let app: Composition
let page: HeadlessWindow
/** The consent window's last drawing; the person always agrees. */
let drawn: RenderedLaunch | undefined
let isCut = false

const consent: ConsentPrompt = {
  async ask(request) {
    drawn = await read(cloneAsContextBridge(request))
    return 'allow-and-start'
  },
  choose: () => Promise.resolve({ decision: 'cancel', chosen: [] }),
}

async function read(request: ConsentRequest): Promise<RenderedLaunch> {
  const window = await drawing.renderConsent({
    id: 'c1',
    request,
    locale: 'en',
    theme: 'light',
    platform: process.platform,
  })
  try {
    isCut = window.launch().unseen > 0
    // Until then it could not be allowed.
    for (let round = 0; round < 50 && window.launch().unseen > 0; round += 1) await window.showAll()
    return window.launch()
  } finally {
    await window.close()
  }
}

beforeAll(async () => {
  drawing = await import('@gatehouse/ui/testing')
  dom = drawing.openTestDom()
  app = await compose({
    dataFolder: join(folder, 'data'),
    events: { emit: () => undefined },
    desktop: { ...quietDesktop, consent },
    log: quietLog,
  })
  page = openHeadlessWindow(app.handlers)
}, 60_000)
afterAll(async () => {
  await app.close()
  await dom.close()
  rmSync(folder, { recursive: true, force: true })
})

async function until<Value>(look: () => Promise<Value | undefined> | Value | undefined) {
  for (let round = 0; round < 500; round += 1) {
    const value = await look()
    if (value !== undefined) return value
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('It did not come.')
}

/** Ways to name the program that writes down how it was started: the command, and what comes first. */
function createPrograms(): { command: string; before: string[] }[] {
  const recorder = fixturePaths.recordingServer
  const odd = join(folder, "a b\u00e9'$HOME\u202e;")
  mkdirSync(odd)
  const script = join(odd, 'recorder.mjs')
  writeFileSync(script, readFileSync(recorder, 'utf8').replace(/^#!.*/, `#!${process.execPath}`))
  chmodSync(script, 0o755)
  const copy = join(odd, 'copy.mjs')
  copyFileSync(recorder, copy)
  const link = join(folder, 'node link')
  symlinkSync(process.execPath, link)
  const scriptLink = join(folder, '\u200blinked')
  symlinkSync(script, scriptLink)
  return [
    { command: process.execPath, before: [recorder] },
    { command: process.execPath, before: ['--no-warnings', copy] },
    { command: link, before: [recorder] },
    { command: link, before: [copy] },
    { command: script, before: [] },
    { command: scriptLink, before: [] },
  ]
}

function createFolders(): (string | undefined)[] {
  const names = [
    'plain',
    'with space',
    'quote\'"$(id)',
    'l\u200bine\nbreak',
    '\u202etxt.exe',
    '文件 é',
  ]
  const folders = names.map((name) => join(folder, name))
  for (const one of folders) mkdirSync(one)
  return [undefined, ...folders]
}

function assertRefused(error: unknown): void {
  if (!isGatehouseError(error)) throw error
  if (!/\w+ \w+/.test(error.message)) throw new Error(`Refused without words: ${error.message}`)
}

/** The host's own mark of a server's processes, another one at each start. */
const MARK = 'GATEHOUSE_SERVER'

/**
 * @threat shown.drawn-launch
 * @attacker configuration
 * @tries Has the consent window draw another command, argument, variable, directory, address or header than the program
 * or server gets: a CR before a line break, an end that is not drawn, spaces that are trimmed, an address that clients
 * write in another way.
 * @stoppedBy Texts in the consent window are drawn whole, each CR too, or nothing can be allowed; headers that would be
 * trimmed or not sent are refused; the address is also shown as it is asked for. A property test reads the drawn page
 * back and compares it with what a real program and a real HTTP server received.
 * @remains Letters that look alike are drawn as they are; what decides between them is the folder and the fingerprint
 * of the file.
 */
it('what the consent window draws of a random launch is what the program receives', async () => {
  const programs = createPrograms()
  const folders = createFolders()
  const outcomes = { equal: 0, refused: 0, cut: 0 }
  let usual: Record<string, string> | undefined
  let number = 0
  const start = async (choice: Parameters<Parameters<typeof launchChoice.map>[0]>[0]) => {
    number += 1
    const file = join(folder, `${number}.log`)
    const program = programs[choice.program % programs.length] ?? { command: '', before: [] }
    const cwd = folders[choice.folder % folders.length]
    const env = [...choice.env, { name: 'RECORD_FILE', value: file }]
    drawn = undefined
    const draft: RouteInput<'server.propose'> = {
      name: `launch ${number}`,
      transport: {
        kind: 'stdio',
        command: program.command,
        args: [...program.before, ...choice.args],
        env: env.map((one) => ({ ...one, secret: false })),
        ...(cwd === undefined ? {} : { cwd }),
      },
    }
    try {
      const proposal = await page.request('server.propose', draft)
      if (proposal.outcome !== 'saved') throw new Error('It was not added.')
      const { id } = proposal.server.config
      const launch = await until(async () => {
        const view = (await page.request('server.list', {})).find(({ config }) => config.id === id)
        if (view?.connection.status === 'failed')
          throw new Error(JSON.stringify(view.connection.failure))
        return readRecording(file).launch
      })
      await page.request('server.remove', { id: proposal.server.config.id })
      return { launch, before: program.before, shown: drawn as RenderedLaunch | undefined }
    } catch (error) {
      assertRefused(error)
      if (readRecording(file).launch)
        throw new Error('Refused, and run all the same.', { cause: error })
      return undefined
    }
  }
  const plain = await start({ program: 0, folder: 0, args: [], env: [] })
  usual = plain?.launch.env ?? {}
  await fc.assert(
    fc.asyncProperty(launchChoice, async (choice) => {
      const ran = await start(choice)
      if (!ran) {
        outcomes.refused += 1
        return
      }
      const { launch, shown } = ran
      if (!shown) throw new Error('It ran without having been drawn.')
      if (isCut) outcomes.cut += 1
      const options = ran.before.length
      const isScript = options === 0
      expect(shown.args.slice(options)).toEqual(launch.argv)
      expect(shown.args.slice(0, options)).toEqual(ran.before)
      // What is drawn as the program is the file that ran.
      expect(realpathSync(shown.path ?? '')).toBe(
        realpathSync(isScript ? launch.script : launch.program),
      )
      expect(shown.command).toBe(shown.path)
      expect(shown.directory ?? launch.cwd).toBe(launch.cwd)
      const received = Object.entries(launch.env).filter(
        ([key, value]) => key !== MARK && usual?.[key] !== value,
      )
      expect(new Map(received)).toEqual(
        new Map(shown.values.filter(([key, value]) => usual?.[key] !== value)),
      )
      outcomes.equal += 1
    }),
    propertyOptions(0.3),
  )
  expect(outcomes.equal).toBeGreaterThan(propertyRuns / 30)
  expect(outcomes.refused).toBeGreaterThan(0)
}, 300_000)

/** @threat shown.drawn-launch */
it('what the consent window draws of a random address and headers is what its server receives', async () => {
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const outcomes = { equal: 0, refused: 0 }
  let number = 0
  try {
    await fc.assert(
      fc.asyncProperty(addressParts, async ({ path, headers }) => {
        number += 1
        const mark = { name: 'X-Case', value: String(number) }
        // One that was removed may still be asked for a last time.
        const received = () => requests.find((one) => one.headers['x-case'] === mark.value)
        drawn = undefined
        let id: string
        try {
          const proposal = await page.request('server.propose', {
            name: 'address',
            transport: {
              kind: 'http',
              url: `http://127.0.0.1:${port}/${path}`,
              headers: [...headers, mark].map((one) => ({ ...one, secret: false })),
            },
          })
          if (proposal.outcome !== 'saved') throw new Error('It was not added.')
          id = proposal.server.config.id
        } catch (error) {
          assertRefused(error)
          if (received()) throw new Error('Refused, and sent all the same.', { cause: error })
          outcomes.refused += 1
          return
        }
        const request = await until(received)
        await page.request('server.remove', { id })
        const shown = drawn as RenderedLaunch | undefined
        expect(shown?.host).toBe(`127.0.0.1:${port}`)
        expect(shown?.sentAs ?? shown?.url).toBe(`http://127.0.0.1:${port}${request.url}`)
        for (const [name, value] of shown?.values ?? [])
          expect([name, request.headers[name.toLowerCase()]]).toEqual([name, value])
        expect(shown?.values).toHaveLength(headers.length + 1)
        outcomes.equal += 1
      }),
      propertyOptions(0.4),
    )
    for (const count of Object.values(outcomes)) expect(count).toBeGreaterThan(propertyRuns / 30)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}, 300_000)

type Turn = RouteOutput<'chat.get'>['turns'][number]

describe('what the card of a call draws', () => {
  let endpoint: FakeModelEndpoint
  let scripted = ''
  let chatId = ''
  const file = join(folder, 'calls.log')
  let received = 0
  const newCalls = () => {
    const { calls } = readRecording(file)
    const fresh = calls.slice(received)
    received = calls.length
    return fresh
  }
  const nothingReceived = (): void => expect(newCalls()).toEqual([])
  const expectDescribed = (words: string | undefined): void => expect(words).toMatch(/\S+ \S+/)
  const lastTurn = async (): Promise<Turn | undefined> =>
    (await page.request('chat.get', { id: chatId })).turns.at(-1)
  const over = async (): Promise<Turn | undefined> => {
    const turn = await lastTurn()
    return turn && turn.status !== 'running' ? turn : undefined
  }
  const propose = async (text: string): Promise<ToolApprovalAsk | Turn> => {
    scripted = text
    await page.request('chat.send', { id: chatId, text: 'Go' })
    return until(async () => {
      const [ask] = await page.request('ask.list', {})
      return ask?.kind === 'tool-approval' ? ask : over()
    })
  }
  const deny = async (id: string): Promise<void> => {
    const answer = { kind: 'tool-approval', decision: 'deny' } as const
    await page.request('ask.answer', { id, answer })
    await until(over)
  }

  beforeAll(async () => {
    endpoint = await startFakeModelEndpoint({})
    endpoint.script('scripted', ({ toolResults }) =>
      toolResults.length > 0
        ? { text: 'Done.' }
        : { toolCalls: [{ name: 'recorder__take', arguments: scripted }] },
    )
    await page.request('server.propose', {
      name: 'recorder',
      transport: {
        kind: 'stdio',
        command: process.execPath,
        args: [fixturePaths.recordingServer],
        env: [{ name: 'RECORD_FILE', value: file, secret: false }],
      },
    })
    const { id: providerId } = await page.request('provider.save', {
      draft: { kind: 'openai-compatible', name: 'fake', baseUrl: `${endpoint.url}/v1`, key: null },
      models: [{ id: 'scripted' }],
    })
    const model = { providerId, modelId: 'scripted' }
    const chat = await page.request('chat.create', {})
    await page.request('chat.set-model', { id: chat.id, model })
    chatId = chat.id
    await until(async () => {
      const views = await page.request('server.list', {})
      const view = views.find(({ config }) => config.name === 'recorder')
      return view?.connection.status === 'ready' ? view : undefined
    })
  }, 60_000)
  afterAll(() => endpoint.close())

  /**
   * @threat shown.drawn-call
   * @attacker model
   * @tries Has the card of a call, or its editor, show other text than the server receives.
   * @stoppedBy What the card draws as raw JSON, and what is typed in its editor, is compared byte by byte with what a
   * real server received, for random texts; what cannot be sent as typed is refused in words.
   */
  it('is, byte by byte, what the server receives, as proposed or as typed in its editor, or nothing is sent', async () => {
    const outcomes = { equal: 0, edited: 0, refused: 0 }
    await fc.assert(
      fc.asyncProperty(jsonObjectText, fc.option(jsonObjectText), async (proposed, typed) => {
        const open = await propose(proposed)
        if (!('kind' in open)) {
          nothingReceived()
          outcomes.refused += 1
          return
        }
        const card = await drawing.renderApproval(open)
        try {
          const edit = typed === null ? undefined : await card.allowEdited(typed)
          const shown = edit?.shown ?? (await card.raw())
          const input = edit ? edit.sent : await card.allow()
          if (!input) {
            // The form says why in its own words.
            expectDescribed(edit?.words)
            await deny(open.id)
            nothingReceived()
            outcomes.refused += 1
            return
          }
          try {
            await page.request('ask.answer', input)
          } catch (error) {
            assertRefused(error)
            await deny(open.id)
            nothingReceived()
            outcomes.refused += 1
            return
          }
          await until(over)
          const [line, ...more] = newCalls()
          expect(more).toEqual([])
          expect([line, shown, hasEqualBytes(line ?? '', shown)]).toEqual([line, shown, true])
          outcomes[edit ? 'edited' : 'equal'] += 1
        } finally {
          await card.close()
        }
      }),
      propertyOptions(0.3),
    )
    for (const count of Object.values(outcomes)) expect(count).toBeGreaterThan(0)
  }, 300_000)
})
