import { NEVER_ABORTED } from '@gatehouse/base'
import { ITEM_LIMITS } from '@gatehouse/domain'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  createTestBench,
  stdioTarget,
  type TestBench,
} from '../../checks/testing/recorded-connection.ts'
import { scriptedServer } from '../../checks/testing/scripted-server.ts'

const signal = NEVER_ABORTED
let bench: TestBench

beforeEach(async () => {
  bench = await createTestBench()
})
afterEach(() => bench.close())

/** Gives as much as is taken of each kind, and one more where the name says so. */
const body = `
  const many = (count, make) => Array.from({ length: count }, (_, index) => make(index))
  const limits = ${JSON.stringify(ITEM_LIMITS)}
  const text = { type: 'text', text: 'x' }
  const prompt = (name, count) => ({ name, arguments: many(count, (i) => ({ name: 'a' + i })) })
  const template = (name, count) => ({ name, uriTemplate: 'x://' + many(count, (i) => '{v' + i + '}').join('') })
  const extra = (name) => (name.includes('more') ? 1 : 0)
  const results = {
    'prompts/list': () => ({ prompts: [prompt('most', limits.promptArguments), prompt('more', limits.promptArguments + 1)] }),
    'prompts/get': ({ name }) => ({ messages: many(limits.promptMessages + extra(name), () => ({ role: 'user', content: text })) }),
    'resources/list': () => ({ resources: [] }),
    'resources/templates/list': () => ({ resourceTemplates: [
      template('most', limits.templateVariables), template('more', limits.templateVariables + 1),
      { name: 'more in one', uriTemplate: 'x://{?' + many(limits.templateVariables + 1, (i) => 'v' + i) + '}' },
      { name: 'longer', uriTemplate: 'x://' + 'x'.repeat(limits.templateCharacters) },
    ] }),
    'resources/read': ({ uri }) => ({ contents: many(limits.resourceContents + extra(uri), () => ({ uri, text: 'x' })) }),
  }
  if (message.method === 'initialize')
    return reply({ protocolVersion: '2025-11-25', capabilities: { prompts: {}, resources: {} }, serverInfo: { name: 's', version: '1' } })
  const result = results[message.method]
  if (result) return reply(result(message.params))
  next()`

/**
 * @threat parts.of-one-item
 * @attacker server
 * @tries To freeze the window with thousands of parts in one item: arguments of a prompt, variables of a template,
 * messages, contents.
 * @stoppedBy What holds more than a form or a page can is refused in words where it is read; the rest is drawn in
 * steps.
 */
test('an entry or a result with more parts than a window can draw is refused in words', async () => {
  const { connection, recording } = await bench.open(stdioTarget(scriptedServer(body)))
  const namesOf = (items: { name: string }[]) => items.map(({ name }) => name)
  expect(namesOf(await connection.listPrompts(signal))).toEqual(['most'])
  expect(namesOf(await connection.listResourceTemplates(signal))).toEqual(['most'])
  const logged = recording.logs.map(({ text }) => text).join('\n')
  expect(logged).toContain('at most 100 arguments are taken')
  expect(logged).toContain('at most 100 variables are taken')
  expect(logged).toContain('at most 8192 characters are taken')

  const get = (name: string) => connection.getPrompt({ name, arguments: {} }, signal)
  expect((await get('most')).messages).toHaveLength(ITEM_LIMITS.promptMessages)
  await expect(get('more')).rejects.toMatchObject({
    code: 'request/invalid-response',
    message: expect.stringContaining('`messages` cannot be used: at most 500 messages are taken'),
  })
  const read = (uri: string) => connection.readResource(uri, signal)
  expect((await read('x://most')).contents).toHaveLength(ITEM_LIMITS.resourceContents)
  await expect(read('x://more')).rejects.toMatchObject({
    code: 'request/invalid-response',
    message: expect.stringContaining('`contents` cannot be used: at most 500 parts are taken'),
  })
})
