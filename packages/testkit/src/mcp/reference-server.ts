import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { serverEverythingPath } from './fixture-paths.ts'

/** The reference server `server-everything` in a process of its own, over Streamable HTTP. */
export async function startReferenceServer(): Promise<{ url: string; close(): Promise<void> }> {
  const port = await freePort()
  const child = spawn(process.execPath, [serverEverythingPath(), 'streamableHttp'], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await Promise.race([
    once(child.stderr, 'data'),
    once(child, 'exit').then(() => Promise.reject(new Error('server-everything did not start.'))),
  ])
  child.stderr.resume()
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    async close() {
      const ended = once(child, 'exit')
      if (child.kill('SIGKILL')) await ended
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
