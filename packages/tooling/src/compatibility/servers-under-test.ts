import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startReferenceHttpServer } from '../start-http-server.ts'
import { z } from 'zod'
import { packageFolder } from '../command-support/paths.mjs'

type Step =
  | 'tools'
  | 'prompts'
  | 'resources'
  | 'templates'
  | 'call'
  | 'read'
  | 'complete'
  | 'subscribe'
type Target =
  | { kind: 'stdio'; command: string; args: string[]; env: Record<string, string> }
  | { kind: 'http'; url: string; headers: Record<string, string> }

export interface ServerUnderTest {
  /** Package. */
  name: string
  version: string
  /** As the table names it. */
  transport: string
  /** Steps that must succeed. */
  offers: readonly Step[]
  trial: { call: object; complete?: object }
  remark?: string
  start: () => Promise<{ target: Target; close(): Promise<void> }>
}

const everyStep: readonly Step[] = [
  'tools',
  'prompts',
  'resources',
  'templates',
  'call',
  'read',
  'complete',
  'subscribe',
]

/**
 * Every server with every transport that it is tried over.
 * @param installed folder of the servers that are not part of the project
 */
export function serversUnderTest(installed: string): ServerUnderTest[] {
  return [...everythingServers(), ...stdioServers(installed)]
}

function everythingServers(): ServerUnderTest[] {
  const { script, ...server } = reference('@modelcontextprotocol/server-everything')
  const shared = {
    ...server,
    offers: everyStep,
    trial: {
      call: { name: 'echo', arguments: { message: 'hello' } },
      complete: {
        ref: { type: 'ref/prompt', name: 'completable-prompt' },
        argument: { name: 'department', value: 'E' },
        context: {},
      },
    },
  }
  const http = overHttp(script, 'streamableHttp', '/mcp')
  return [
    { ...shared, transport: 'stdio', start: overStdio(script, ['stdio']) },
    { ...shared, transport: 'Streamable HTTP', start: http },
    { ...shared, transport: 'HTTP+SSE', start: overHttp(script, 'sse', '/sse') },
  ]
}

function stdioServers(installed: string): ServerUnderTest[] {
  const filesystem = reference('@modelcontextprotocol/server-filesystem')
  const mongodb = installedPackage(installed, 'mongodb-mcp-server')
  const playwright = installedPackage(installed, '@playwright/mcp')
  const vanilla = installedPackage(installed, '@modelcontextprotocol/server-basic-vanillajs')
  return [
    {
      ...filesystem,
      transport: 'stdio',
      offers: ['tools', 'call'],
      trial: { call: { name: 'list_allowed_directories', arguments: {} } },
      start: overStdio(filesystem.script, [installed]),
    },
    {
      ...mongodb,
      transport: 'stdio',
      offers: ['tools', 'resources', 'templates', 'call', 'read', 'complete', 'subscribe'],
      trial: {
        call: { name: 'list-connections', arguments: {} },
        complete: {
          ref: { type: 'ref/resource', uri: 'exported-data://{exportName}' },
          argument: { name: 'exportName', value: '' },
          context: {},
        },
      },
      start: overStdio(mongodb.script, ['--telemetry', 'disabled']),
    },
    {
      ...playwright,
      transport: 'stdio',
      offers: ['tools', 'call'],
      trial: { call: { name: 'browser_close', arguments: {} } },
      remark: 'Its tools respond with an error of their own where no browser is installed for it.',
      start: overStdio(playwright.script, ['--headless']),
    },
    {
      ...vanilla,
      transport: 'stdio',
      offers: ['tools', 'resources', 'templates', 'call', 'read'],
      trial: { call: { name: 'get-time', arguments: {} } },
      start: overStdio(vanilla.script, ['--stdio']),
    },
  ]
}

function reference(name: string) {
  const folder = packageFolder(name, 'packages/testkit')
  return { name, version: manifestOf(folder).version, script: join(folder, 'dist/index.js') }
}

function installedPackage(installed: string, name: string) {
  const folder = join(installed, 'node_modules', name)
  const { version, bin } = manifestOf(folder)
  const [script] = typeof bin === 'string' ? [bin] : Object.values(bin)
  return { name, version, script: join(folder, String(script)) }
}

const manifestSchema = z.object({
  version: z.string(),
  bin: z.union([z.string(), z.record(z.string(), z.string())]).default({}),
})

const manifestOf = (folder: string) =>
  manifestSchema.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))

function overStdio(script: string, args: string[]): ServerUnderTest['start'] {
  const target = { command: process.execPath, args: [script, ...args], env: {} }
  return async () => ({ target: { kind: 'stdio', ...target }, close: async () => {} })
}

function overHttp(
  script: string,
  mode: 'streamableHttp' | 'sse',
  path: string,
): ServerUnderTest['start'] {
  return async () => {
    const { url, close } = await startReferenceHttpServer(script, { mode, path })
    return { target: { kind: 'http', url, headers: {} }, close }
  }
}
