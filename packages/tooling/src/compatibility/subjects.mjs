import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startHttpServer } from '../bench/start-http-server.mjs'
import { packageFolder } from '../paths.mjs'

/** @typedef {'tools' | 'prompts' | 'resources' | 'templates' | 'call' | 'read' | 'complete' | 'subscribe'} Step */
/** @typedef {{ kind: 'stdio', command: string, args: string[], env: Record<string, string> } | { kind: 'http', url: string, headers: Record<string, string> }} Target */

/**
 * @typedef {object} Subject
 * @property {string} name package
 * @property {string} version
 * @property {string} transport as the table names it
 * @property {readonly Step[]} offers steps that must succeed
 * @property {{ call: object, complete?: object }} trial
 * @property {string} [remark]
 * @property {() => Promise<{ target: Target, close(): Promise<void> }>} start
 */

/** @type {readonly Step[]} */
const everyStep = [
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
 * @param {string} installed folder of the servers that are not part of the project
 * @returns {Subject[]}
 */
export function subjects(installed) {
  return [...everythingSubjects(), ...stdioSubjects(installed)]
}

/** @returns {Subject[]} */
function everythingSubjects() {
  const { script, ...server } = reference('@modelcontextprotocol/server-everything')
  const subject = {
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
    { ...subject, transport: 'stdio', start: overStdio(script, ['stdio']) },
    { ...subject, transport: 'Streamable HTTP', start: http },
    { ...subject, transport: 'HTTP+SSE', start: overHttp(script, 'sse', '/sse') },
  ]
}

/**
 * @param {string} installed
 * @returns {Subject[]}
 */
function stdioSubjects(installed) {
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
      remark: 'Its tools answer with an error of their own where no browser is installed for it.',
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

/** @param {string} name */
function reference(name) {
  const folder = packageFolder(name, 'packages/testkit')
  return { name, version: manifestOf(folder).version, script: join(folder, 'dist/index.js') }
}

/**
 * @param {string} installed
 * @param {string} name
 */
function installedPackage(installed, name) {
  const folder = join(installed, 'node_modules', name)
  const { version, bin } = manifestOf(folder)
  const [script] = typeof bin === 'string' ? [bin] : Object.values(bin)
  return { name, version, script: join(folder, String(script)) }
}

/** @param {string} folder */
const manifestOf = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/**
 * @param {string} script
 * @param {string[]} args
 * @returns {Subject['start']}
 */
function overStdio(script, args) {
  const target = { command: process.execPath, args: [script, ...args], env: {} }
  return async () => ({ target: { kind: 'stdio', ...target }, close: async () => {} })
}

/**
 * @param {string} script
 * @param {'streamableHttp' | 'sse'} mode
 * @param {string} path
 * @returns {Subject['start']}
 */
function overHttp(script, mode, path) {
  return async () => {
    const { url, close } = await startHttpServer(script, { mode, path })
    return { target: { kind: 'http', url, headers: {} }, close }
  }
}
