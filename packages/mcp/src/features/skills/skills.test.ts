import { NEVER_ABORTED } from '@gatehouse/base'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Connection } from '@gatehouse/host/ports'
import {
  createTestBench,
  stdioTarget,
  type Recording,
  type TestBench,
} from '../../../checks/testing/recorded-connection.ts'
import { scriptedServer } from '../../../checks/testing/scripted-server.ts'
import { parseFrontmatter } from './frontmatter.ts'

const uri = 'skill://tea/SKILL.md'
const times = 'skill://tea/times.md'
let bench: TestBench

beforeEach(async () => {
  bench = await createTestBench()
})
afterEach(() => bench.close())

/** A server with the skill "tea"; in `body`, `entry(text)` describes it and `text` is what is served. */
async function serve(body: string): Promise<{ connection: Connection; recording: Recording }> {
  const before = `
    const hash = (text) => 'sha256:' + require('node:crypto').createHash('sha256').update(text).digest('hex');
    const head = '---\\nname: tea\\ndescription: Tea.\\n---\\n';
    const fileOf = (uri, text) => ({ uri, size: Buffer.byteLength(text), digest: hash(text) });
    const entry = (text, ...more) => ({
      uri: '${uri}',
      frontmatter: { name: 'tea', description: 'Tea.' },
      resources: [fileOf('${uri}', head + text), fileOf('${times}', 'Two.'), ...more],
    });
    let served = 'one';
    let lists = 0;`
  const script = `
    if (message.method === 'initialize') return reply({
      protocolVersion: '2025-11-25',
      capabilities: { resources: {}, extensions: { 'io.modelcontextprotocol/skills': {} } },
      serverInfo: { name: 'scripted', version: '1.0.0' },
    });
    ${body}
    if (message.method === 'resources/read') return reply({ contents: [{
      uri: message.params.uri,
      text: message.params.uri === '${uri}' ? head + served : 'Two.',
    }] });
    next();`
  return bench.open(stdioTarget(scriptedServer(script, before)))
}

const sent = ({ frames }: Recording, method: string): number =>
  frames.filter(({ direction, message }) => {
    return direction === 'out' && JSON.stringify(message).includes(`"method":"${method}"`)
  }).length

it('a skill that was changed stays refused though its server describes the change', async () => {
  const { connection, recording } = await serve(`
    if (message.method === 'skills/list') {
      const digest = lists++ === 0 ? 'zero' : served;
      return reply({ skills: [entry(digest)] });
    }`)
  await connection.listSkills(NEVER_ABORTED)
  await expect(connection.readSkill({ uri }, NEVER_ABORTED)).rejects.toMatchObject({
    code: 'skill/unverified',
  })
  await expect(connection.readSkill({ uri, file: times }, NEVER_ABORTED)).rejects.toMatchObject({
    code: 'skill/unverified',
  })
  expect(sent(recording, 'resources/read')).toBe(1)
  await connection.listSkills(NEVER_ABORTED)
  expect(await connection.readSkill({ uri }, NEVER_ABORTED)).toMatchObject({ verified: true })
})

it('a file that arrives after another one was refused is not used', async () => {
  const { connection } = await serve(`
    if (message.method === 'skills/list') {
      reply({ skills: [entry('two')] });
      return globalThis.late?.();
    }
    if (message.method === 'resources/read' && message.params.uri === '${times}') {
      globalThis.late = () => reply({ contents: [{ uri: '${times}', text: 'Two.' }] });
      return;
    }`)
  await connection.listSkills(NEVER_ABORTED)
  const late = connection
    .readSkill({ uri, file: times }, NEVER_ABORTED)
    .catch((error: unknown) => error)
  const refused = { code: 'skill/unverified', data: { file: uri, reason: 'digest' } }
  await expect(connection.readSkill({ uri }, NEVER_ABORTED)).rejects.toMatchObject(refused)
  await connection.listSkills(NEVER_ABORTED)
  expect(await late).toMatchObject(refused)
})

it('an older list that comes late does not decide what is read', async () => {
  const { connection } = await serve(`
    if (message.method === 'skills/list') {
      if (lists++ === 0) { globalThis.late = () => reply({ skills: [entry('old')] }); return; }
      reply({ skills: [entry(served)] });
      return globalThis.late();
    }`)
  await Promise.all([connection.listSkills(NEVER_ABORTED), connection.listSkills(NEVER_ABORTED)])
  expect(await connection.readSkill({ uri }, NEVER_ABORTED)).toMatchObject({ verified: true })
})

it('a skill over the limits is not read', async () => {
  const { connection, recording } = await serve(`
    if (message.method === 'skills/list')
      return reply({ skills: [entry(served, { ...fileOf('skill://tea/big', ''), size: 16777216 })] });`)
  await connection.listSkills(NEVER_ABORTED)
  await expect(connection.readSkill({ uri }, NEVER_ABORTED)).rejects.toMatchObject({
    code: 'skill/too-large',
  })
  expect(sent(recording, 'resources/read')).toBe(0)
})

it('a server that does not declare skills is not asked for any', async () => {
  const { connection, recording } = await bench.open(stdioTarget(scriptedServer('next();')))
  expect(await connection.listSkills(NEVER_ABORTED)).toEqual([])
  await expect(connection.readSkill({ uri }, NEVER_ABORTED)).rejects.toMatchObject({
    code: 'request/refused',
  })
  expect(JSON.stringify(recording.frames)).not.toContain('skill')
})

it('frontmatter does not hold the app up, and is read as JSON', () => {
  expect(parseFrontmatter('on: yes\ndate: 2026-01-02\nn: 1.0\nhex: 0x10\nnothing:\n')).toEqual({
    on: 'yes',
    date: '2026-01-02',
    n: 1,
    hex: 16,
    nothing: null,
  })
  const aliases = Array.from({ length: 12 }, (_, index) =>
    index === 0 ? 'a0: &a0 [x, x]' : `a${index}: &a${index} [${`*a${index - 1},`.repeat(9)}]`,
  )
  expect(() => parseFrontmatter(aliases.join('\n'))).toThrow('alias')
  expect(() => parseFrontmatter(`a: ${'x'.repeat(70_000)}`)).toThrow('characters')
  expect(() => parseFrontmatter('a: 1\na: 2')).toThrow('unique')
  expect(() => parseFrontmatter('- a')).toThrow('mapping')
})
