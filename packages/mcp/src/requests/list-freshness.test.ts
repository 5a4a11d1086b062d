import { NEVER_ABORTED } from '@gatehouse/base'
import { handwrittenServerCommand } from '@gatehouse/testkit'
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  createRecording,
  createTestBench,
  stdioTarget,
  type TestBench,
} from '../../checks/testing/recorded-connection.ts'

let bench: TestBench

beforeEach(async () => {
  bench = await createTestBench()
})
afterEach(() => bench.close())

it('how long a list may be used is reported when the server declares it', async () => {
  for (const era of ['modern', 'legacy'] as const) {
    const reported: unknown[] = []
    const { listener } = createRecording()
    const { connection } = await bench.open(stdioTarget(handwrittenServerCommand({ era })), {
      listener: { ...listener, onListFresh: (list, ttlMs) => reported.push([list, ttlMs]) },
    })
    await connection.listPrompts(NEVER_ABORTED)
    await connection.listResourceTemplates(NEVER_ABORTED)
    expect(reported.map((one) => (one as unknown[])[0])).toEqual(
      era === 'modern' ? ['prompts', 'templates'] : [],
    )
  }
})
