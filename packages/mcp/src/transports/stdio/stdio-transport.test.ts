import type { JSONRPCMessage } from '@modelcontextprotocol/client'
import { expect, test } from 'vitest'
import { createFrameRecorder } from '../../traffic-log/frame-recorder.ts'
import { createOutputLog } from '../../traffic-log/output-log.ts'
import type { ServerProcess } from '../../system/processes/server-process.ts'
import { openStdioTransport } from './stdio-transport.ts'

const COUNT = 20_000
const lines = Array.from(
  { length: COUNT },
  (_, id) => `{"jsonrpc":"2.0","method":"notifications/progress","params":{"at":${id}}}\n`,
)

/** A program that wrote everything in one go and is gone. */
function programThatEnds(end: Promise<void>): ServerProcess {
  return {
    pid: 1,
    exited: end.then(() => ({ code: 0, signal: null })),
    write: () => Promise.resolve(),
    usage: () => Promise.resolve(undefined),
    end: () => Promise.resolve(),
  }
}

async function open() {
  const listener = { onFrame: () => undefined, onRoundTrip: () => undefined }
  const log = createOutputLog({ onLog: () => undefined }, () => 0)
  let write = (_chunk: Buffer): unknown => undefined
  let print = (_chunk: Buffer): void => undefined
  let exit = (): void => undefined
  const opened = await openStdioTransport({
    recorder: createFrameRecorder(listener, () => 0),
    log,
    start(output) {
      write = output.onStdout
      print = output.onStderr
      return Promise.resolve(programThatEnds(new Promise((resolve) => (exit = resolve))))
    },
  })
  const got: JSONRPCMessage[] = []
  const transport = opened.attach()
  transport.onmessage = (message) => void got.push(message)
  const closed = new Promise<number>((resolve) => {
    transport.onclose = () => resolve(got.length)
  })
  return {
    got,
    closed,
    log,
    ended: opened.ended,
    write: (text: string) => write(Buffer.from(text)),
    print: (text: string) => print(Buffer.from(text)),
    exit: () => exit(),
  }
}

test('what a server wrote last is delivered in its order, and the end is reported after it', async () => {
  const { got, closed, ended, write, exit } = await open()
  write(`${lines.join('')}{"jsonrpc":"2.0","id":7,"result":{}}\n`)
  exit()
  expect(await closed).toBe(COUNT + 1)
  expect(got.pop()).toMatchObject({ id: 7 })
  expect(await ended).toEqual({ code: 0, signal: null })
  const numbers = got.map((message) => ('params' in message ? message.params?.['at'] : undefined))
  expect(numbers).toEqual(lines.map((_, id) => id))
})

test('the last line that a server printed is known when its end is, without a line end too', async () => {
  const { log, ended, print, exit } = await open()
  print('no licence')
  exit()
  await ended
  expect(log.lastLines()).toEqual(['no licence'])
})

test('servers that write at once share one turn of the event loop', async () => {
  const servers = [await open(), await open(), await open()]
  await new Promise((resolve) => setImmediate(resolve))
  for (const { write } of servers) write(lines.join(''))
  const [first, ...others] = servers.map(({ got }) => got.length)
  expect(first).toBeGreaterThan(0)
  expect(first).toBeLessThan(COUNT)
  // The first has used it up.
  expect(others).toEqual([0, 0])
  for (const { exit } of servers) exit()
  expect(await Promise.all(servers.map(({ closed }) => closed))).toEqual([COUNT, COUNT, COUNT])
})
