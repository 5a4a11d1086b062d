import { createServer } from 'node:net'
import { endGroup, startGroup } from '../run.mjs'
import { StopHere } from '../stop-here.mjs'

const readyLimitMs = 20_000

/**
 * Starts a reference server on a free port of this computer.
 * @param {string} script of server-everything
 * @param {{ mode?: 'streamableHttp' | 'sse', path?: string }} [options]
 * @returns {Promise<{ url: string, close(): Promise<void> }>}
 */
export async function startHttpServer(script, { mode = 'streamableHttp', path = '/mcp' } = {}) {
  const port = await freePort()
  const child = startGroup([process.execPath, script, mode], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await new Promise((resolve, reject) => {
    const late = setTimeout(reject, readyLimitMs, new StopHere(`${script} did not start.`))
    child.once('close', () => reject(new StopHere(`${script} ended at once.`)))
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

/** @returns {Promise<number>} */
function freePort() {
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
