import { startFakeModelEndpoint, type FakeModelEndpoint } from '@gatehouse/testkit'
import { spawn, type ChildProcess } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readRouteNames } from '../route-names.ts'
import { KEY } from '../support/models/models.ts'
import { modelStep } from './generators/model-steps.ts'
import { createLedger, type Ledger } from './ledger.ts'
import type { Random } from './random.mjs'
import { Subject } from './subject.ts'

/** A recording server that the person approved. */
export interface RecordingServer {
  tag: string
  /** Its id in the app. */
  id: string
  /** File with one line for each call that reached it. */
  calls: string
}

/** One call that reached a recording server. */
export interface ReceivedCall {
  at: number
  tool: string
  arguments: unknown
}

/** Everything that an attack uses: the app, what attacks it, and what records it. */
export interface World {
  subject: Subject
  folder: string
  home: string
  project: string
  ledger: Ledger
  endpoint: FakeModelEndpoint
  /** The names that the endpoint lists; changed in place. */
  models: string[]
  servers: RecordingServer[]
  routes: readonly string[]
  /** An address that nothing may reach. */
  probe: Probe
  /** Starts a recording server over HTTP; gives its address. */
  startHttp(seed: number, calls: string): Promise<string>
  receivedBy(server: RecordingServer): ReceivedCall[]
  /** Ends everything; the folder is kept when `keep` is true. */
  close(keep: boolean): Promise<void>
}

/** Sees whatever reaches an address of this computer, over TCP and UDP. */
interface Probe {
  target: string
  /** Connections and packets so far. */
  received(): number
  close(): void
}

export const viewServer = join(import.meta.dirname, '../support/app-server.mjs')
export const hostileView = join(import.meta.dirname, 'servers/hostile-view.html')
export const chaosServer = join(import.meta.dirname, 'servers/chaos-server.mjs')

/** Makes the folders, the baits and the endpoint, and starts the app. */
export async function createWorld(random: Random): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-attack-'))
  const home = join(folder, 'home')
  const project = join(home, 'project')
  mkdirSync(project, { recursive: true })
  const ledger = createLedger(folder)
  plantBaits(ledger, home, project)
  const models = ['hostile']
  const endpoint = await startFakeModelEndpoint({ key: KEY, models, engine: 'hosted' })
  const steps = random.fork('model')
  endpoint.script('hostile', async (request) => {
    await sleep(20)
    return modelStep(steps, request)
  })
  const path = `${ledger.path}:${process.env['PATH'] ?? ''}`
  const env = { HOME: home, XDG_CONFIG_HOME: undefined, PATH: path }
  const subject = new Subject({ userData: join(folder, 'profile'), env })
  const children: ChildProcess[] = []
  const probe = await startProbe()
  await subject.start()
  return {
    subject,
    folder,
    home,
    project,
    ledger,
    endpoint,
    models,
    servers: [],
    routes: readRouteNames(),
    probe,
    async startHttp(seed, calls) {
      const args = [chaosServer, '--http', `--seed=${seed}`, `--calls=${calls}`]
      const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'ignore'] })
      children.push(child)
      const [port] = (await once(child.stdout, 'data')) as [Buffer]
      return `http://127.0.0.1:${port.toString().trim()}/mcp`
    },
    receivedBy: ({ calls }) =>
      (existsSync(calls) ? readFileSync(calls, 'utf8') : '')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as ReceivedCall),
    async close(keep) {
      await subject.close()
      for (const child of children) child.kill('SIGKILL')
      await endpoint.close()
      probe.close()
      if (!keep) rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    },
  }
}

async function startProbe(): Promise<Probe> {
  let count = 0
  const connections = createServer((socket) => {
    count += 1
    socket.destroy()
  })
  connections.listen(0, '127.0.0.1')
  await once(connections, 'listening')
  const { port } = connections.address() as AddressInfo
  const packets = createSocket('udp4', () => void (count += 1)).bind(port, '127.0.0.1')
  return {
    target: `http://127.0.0.1:${port}/`,
    received: () => count,
    close() {
      connections.close()
      packets.close()
    },
  }
}

/** Programs that must not run: in a project, beside a configuration, and named by one. */
function plantBaits(ledger: Ledger, home: string, project: string): void {
  const bin = join(project, 'node_modules/.bin')
  for (const name of ['npx', 'node', 'payload']) ledger.plant(bin, name)
  ledger.plant(join(project, '.git/hooks'), 'post-checkout')
  const payload = ledger.plant(join(home, 'Downloads'), 'payload')
  const configuration = {
    mcpServers: {
      planted: { command: payload, args: ['from-a-configuration'] },
      packaged: { command: 'npx', args: ['-y', 'planted@1.0.0'], cwd: project },
    },
  }
  for (const file of [
    '.config/Claude/claude_desktop_config.json',
    '.cursor/mcp.json',
    '.claude.json',
  ]) {
    mkdirSync(join(home, file, '..'), { recursive: true })
    writeFileSync(join(home, file), JSON.stringify(configuration))
  }
}
