import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { launchGatehouse, type Gatehouse } from '../launch.ts'
import { request } from '../support/routes.ts'
import { Delays, type Delay } from './meters/delays.ts'
import { lookAtMemory, ownProcesses, threadTimes, type MemoryLook } from './meters/processes.ts'
import { createWindowMeter, placeProbe } from './meters/window-meter.ts'
import { createWindowProfile } from './meters/window-profile.ts'
import { MachineLoadMeter } from './meters/machine-load.ts'

/** Something that must not happen, in words, with the limit that it breaks. */
export interface Breach {
  at: number
  limit: 'main' | 'window' | 'memory' | 'record' | 'commands' | 'calls' | 'starts' | 'done' | 'apps'
  words: string
}

const COLLECT_MS = 1000
const MEMORY_MS = 2000
/** No response for so long is a hang: it is noted, and the app started again. */
const HANG_MS = 20_000
/** A start is healthy when the composer can be typed into after at most so much. */
const START_LIMIT_MS = 30_000

interface SubjectOptions {
  userData: string
  env: { [name: string]: string | undefined }
}

/** The app under attack, with all meters; starts it again when it is ended. */
export class Subject {
  main = new Delays()
  window = new Delays()
  readonly breaches: Breach[] = []
  readonly memory: MemoryLook[] = []
  readonly starts: number[] = []
  /** Entries that the window was notified are over: `conversation entry`. */
  readonly done = new Set<string>()
  private readonly meter = createWindowMeter()
  private readonly profile = createWindowProfile()
  private readonly machineLoad = new MachineLoadMeter()
  private started: Gatehouse | undefined
  private isEnding = false
  private stopped = false
  private renderer = 0
  private readonly options: SubjectOptions

  constructor(options: SubjectOptions) {
    this.options = options
  }

  get gatehouse(): Gatehouse {
    if (!this.started) throw new Error('The app was not started yet.')
    return this.started
  }

  get page(): Page {
    return this.gatehouse.page
  }

  /** Starts it, or starts it again, and looks whether that start is healthy. */
  async start(): Promise<void> {
    const began = performance.now()
    this.isEnding = true
    if (this.started) await this.started.restart()
    else {
      const meter = join(import.meta.dirname, 'meters/main-meter.cjs')
      this.started = await launchGatehouse({ ...this.options, args: ['-r', meter] })
    }
    await this.prepare()
    this.starts.push(performance.now() - began)
    const took = performance.now() - began
    if (took > START_LIMIT_MS) this.breach('starts', `A start took ${Math.round(took)} ms`)
    this.isEnding = false
  }

  /** Prepares a start for measuring: the host loaded, dialogs answered, meters in place. */
  private async prepare(): Promise<void> {
    const { app, page, process: child } = this.gatehouse
    await request(page, 'app.settings', {})
    await app.evaluate(({ dialog }) => {
      // A native dialog would wait for ever.
      dialog.showOpenDialog = () => Promise.resolve({ canceled: true, filePaths: [] })
      dialog.showSaveDialog = () => Promise.resolve({ canceled: true, filePath: '' })
      dialog.showMessageBox = () => Promise.resolve({ response: 0, checkboxChecked: false })
    })
    await placeProbe(page)
    await listenForEnds(page)
    page.on('domcontentloaded', () => {
      placeProbe(page)
        .then(() => listenForEnds(page))
        .catch(() => undefined)
    })
    page.on('crash', () => this.noteEnd('starts', 'The window crashed'))
    child.once('exit', (code, signal) =>
      this.noteEnd('starts', `Main ended by itself (${signal ?? code})`),
    )
    this.renderer = await rendererOf(this.gatehouse)
    this.meter.follow(this.renderer)
    await app.evaluate(() => (globalThis as unknown as MeterHolder).__attackMeter.take())
    await this.meter.take(page)
    await this.profile.follow(page)
  }

  private noteEnd(limit: Breach['limit'], words: string): void {
    if (!this.isEnding && !this.stopped) this.breach(limit, words)
  }

  breach(limit: Breach['limit'], words: string): void {
    this.breaches.push({ at: Date.now(), limit, words })
  }

  /** Collects what the meters saw, until `close`. */
  async watch(): Promise<void> {
    let memoryAt = 0
    while (!this.stopped) {
      await sleep(COLLECT_MS)
      if (this.isEnding || this.stopped) continue
      await this.collect().catch(() => undefined)
      if (Date.now() - memoryAt < MEMORY_MS) continue
      memoryAt = Date.now()
      this.memory.push(lookAtMemory(ownProcesses(this.gatehouse.process.pid ?? 0)))
    }
  }

  /** One look at both threads. Whoever does not respond is noted with what its thread did meanwhile. */
  async collect(): Promise<void> {
    const { app, page, process: child } = this.gatehouse
    const take = () =>
      app.evaluate(() => (globalThis as unknown as MeterHolder).__attackMeter.take())
    const main = await this.resultOrHang(child.pid ?? 0, take())
    this.main.add(this.judged(main))
    if (this.isEnding || this.stopped) return
    const seen = await this.resultOrHang(this.renderer, this.meter.take(page))
    this.window.add(this.judged(seen))
    if (!seen || this.isEnding) return
    await this.profile.keep(page, seen.delays)
    for (const entry of await page.evaluate(
      () => (window as unknown as EndsHolder).__attackEnds?.splice(0) ?? [],
    ))
      this.done.add(entry)
  }

  private judged(seen: Seen | undefined): Seen {
    const { delays, counts } = seen ?? { delays: [], counts: [] }
    return { delays: delays.map((delay) => this.machineLoad.judge(delay)), counts }
  }

  /** The result; when the limit is reached before it, a delay as long as that is recorded. */
  private async resultOrHang<T>(pid: number, result: Promise<T>): Promise<T | undefined> {
    const before = threadTimes(pid)
    const asked = Date.now()
    result.catch(() => undefined)
    const first = await Promise.race([result, sleep(HANG_MS, 'hangs' as const)])
    if (first !== 'hangs') return first
    if (this.isEnding) return undefined
    const after = threadTimes(pid)
    const late = Date.now() - asked
    const waited = before && after ? after.waited - before.waited : 0
    const ran = before && after ? after.ran - before.ran : 0
    const own = Math.max(0, late - waited)
    const delay: Delay = { at: Date.now(), late, own, busy: Math.min(own, ran) }
    const target = pid === this.gatehouse.process.pid ? this.main : this.window
    target.add({ delays: [delay], counts: [] })
    this.breach(
      target === this.main ? 'main' : 'window',
      `No response for ${late} ms, ${Math.round(ran)} ms of them busy`,
    )
    await this.end('kill9')
    return undefined
  }

  /** Ends it in one way and starts it again. */
  async end(way: 'kill9' | 'crash-window' | 'quit'): Promise<void> {
    this.isEnding = true
    if (way === 'crash-window') await this.crashWindow()
    else await this.gatehouse[way]()
    try {
      await this.start()
    } catch (error) {
      this.breach('starts', `After ${way} no healthy start: ${String(error).split('\n')[0]}`)
      await this.gatehouse.kill9()
      await this.start()
    }
  }

  /** The app itself gives the person a window again; the driver can only use that of a new start. */
  private async crashWindow(): Promise<void> {
    const { app, page } = this.gatehouse
    const crashed = new Promise((resolve) => page.once('crash', resolve))
    await app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()
        .find(({ webContents }) => webContents.getURL() === 'app://gatehouse/')
        ?.webContents.forcefullyCrashRenderer(),
    )
    await Promise.race([crashed, sleep(5000)])
    const until = Date.now() + START_LIMIT_MS
    while (Date.now() < until) {
      const looked = app.evaluate(async ({ BrowserWindow }) => {
        const contents = BrowserWindow.getAllWindows().find(
          ({ webContents }) => webContents.getURL() === 'app://gatehouse/',
        )?.webContents
        if (!contents || contents.isCrashed() || contents.isLoading()) return false
        return (
          (await contents.executeJavaScript(
            'document.querySelector("[data-composer]") !== null',
          )) === true
        )
      })
      looked.catch(() => undefined)
      const isBack = await Promise.race([looked, sleep(3000, false)])
      if (isBack) return
      await sleep(200)
    }
    this.breach('starts', 'The window did not come back after its renderer crashed')
  }

  /** Quits as a person does, does something meanwhile, and starts it again. */
  async whileOff<T>(work: () => T): Promise<T> {
    this.isEnding = true
    await this.gatehouse.quit()
    const result = work()
    await this.start()
    return result
  }

  /** Quits as a person does; nothing is watched any more. */
  async close(): Promise<void> {
    this.stopped = true
    this.meter.close()
    this.machineLoad.close()
    await this.started?.quit()
  }
}

interface Seen {
  delays: Delay[]
  counts: [number, number][]
}

interface MeterHolder {
  __attackMeter: { take(): Seen }
}

interface EndsHolder {
  __attackEnds?: string[]
}

function rendererOf({ app }: Gatehouse): Promise<number> {
  return app.evaluate(
    ({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()
        .find(({ webContents }) => webContents.getURL() === 'app://gatehouse/')
        ?.webContents.getOSProcessId() ?? 0,
  )
}

/** Notes in the page which messages and calls it was notified are over. */
async function listenForEnds(page: Page): Promise<void> {
  await page.evaluate(() => {
    const holder = window as unknown as EndsHolder & {
      bridge: { on(event: string, listener: (payload: never) => void): void }
    }
    if (holder.__attackEnds) return
    const ends: string[] = []
    holder.__attackEnds = ends
    holder.bridge.on(
      'turn.events',
      (payload: {
        conversationId: string
        events: { type: string; entryId?: string; status?: string }[]
      }) => {
        for (const { type, entryId, status } of payload.events) {
          const isOver =
            type === 'tool-call-finished' || (type === 'message-finished' && status === 'complete')
          if (isOver && entryId) ends.push(`${payload.conversationId} ${entryId}`)
        }
      },
    )
  })
}
