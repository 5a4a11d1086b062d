import { createServer } from 'node:net'
import { endGroup, startGroup } from './command-support/child-processes.mjs'
import { CommandError } from './command-support/command-error.mjs'

const readyLimitMs = 20_000

/**
 * Starts a reference server on a free port of this computer.
 * @param script of server-everything
 */
export async function startReferenceHttpServer(
  script: string,
  {
    mode = 'streamableHttp',
    path = '/mcp',
  }: { mode?: 'streamableHttp' | 'sse'; path?: string } = {},
): Promise<{ url: string; close(): Promise<void> }> {
  const port = await freePort()
  const child = startGroup([process.execPath, script, mode], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await new Promise((resolve, reject) => {
    const late = setTimeout(reject, readyLimitMs, new CommandError(`${script} did not start.`))
    child.once('close', () => reject(new CommandError(`${script} ended at once.`)))
    child.stderr?.once('data', () => {
      clearTimeout(late)
      resolve(undefined)
    })
  })
  child.stderr?.resume()
  return {
    url: `http://127.0.0.1:${port}${path}`,
    close: async () => void (await endGroup(child, 2000)),
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      server.close(() => resolve(port))
    })
  })
}
