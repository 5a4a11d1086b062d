import { NEVER_ABORTED } from '@gatehouse/base'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  createTestBench,
  stdioTarget,
  type TestBench,
} from '../../../checks/testing/recorded-connection.ts'
import { scriptedServer } from '../../../checks/testing/scripted-server.ts'

const signal = NEVER_ABORTED
let bench: TestBench

beforeEach(async () => {
  bench = await createTestBench()
})
afterEach(() => bench.close())

/**
 * @threat inbound.long-completions
 * @attacker server
 * @tries Completes an argument with a hundred values of 150 KB, drawn at each key.
 * @stoppedBy Values of more than 1,024 characters are left out, and the log names them.
 */
test('values that nobody would choose from a list are left out, and the log says so', async () => {
  const { connection, recording } = await bench.open(
    stdioTarget(
      scriptedServer(
        `if (message.method === 'initialize')
           reply({ protocolVersion: '2025-11-25', capabilities: { completions: {} }, serverInfo: { name: 's', version: '1' } });
         else if (message.method === 'completion/complete')
           reply({ completion: { values: ['short', 'x'.repeat(150000), 'y'.repeat(1024)] } });
         else next()`,
      ),
    ),
  )
  const { values } = await connection.complete(
    {
      ref: { type: 'ref/prompt', name: 'p' },
      argument: { name: 'a', value: 's' },
      context: {},
    },
    signal,
  )
  expect(values.map(({ length }) => length)).toEqual([5, 1024])
  expect(recording.logs.map(({ text }) => text).join()).toContain('1 values for "a" were left out')
})
