import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const require = createRequire(import.meta.url)

/** Absolute paths of the stdio scripts; run each with `node`, there is no build step. */
export const fixturePaths = {
  fixtureServer: fileURLToPath(new URL('../../bin/fixture-server.mjs', import.meta.url)),
  handwrittenServer: fileURLToPath(new URL('../../bin/handwritten-server.mjs', import.meta.url)),
  hostileServer: fileURLToPath(new URL('../../bin/hostile-server.mjs', import.meta.url)),
  recordingServer: fileURLToPath(new URL('../../bin/recording-server.mjs', import.meta.url)),
  misbehavingServer: fileURLToPath(new URL('../../bin/misbehaving-server.mjs', import.meta.url)),
} as const

/**
 * Absolute path of the script of the reference server `server-everything`; run it with `node` and
 * `stdio`, `sse` or `streamableHttp` (port in the variable PORT, path /mcp).
 */
export function serverEverythingPath(): string {
  return scriptBeside(require.resolve('@modelcontextprotocol/server-everything/package.json'))
}

/** Absolute path of the script of the reference server `server-filesystem`; arguments: folders. */
export function serverFilesystemPath(): string {
  return scriptBeside(require.resolve('@modelcontextprotocol/server-filesystem/package.json'))
}

/** Absolute path of the script of `@playwright/mcp`; it drives a browser that is there, and brings none. */
export function playwrightServerPath(): string {
  return join(dirname(require.resolve('@playwright/mcp/package.json')), 'cli.js')
}

function scriptBeside(manifest: string): string {
  return join(dirname(manifest), 'dist', 'index.js')
}
