import { NEVER_ABORTED } from '@gatehouse/base'
import { isGatehouseError, type GatehouseError } from '@gatehouse/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createTestBench, type TestBench } from '../testing/recorded-connection.ts'
import { everyVariant, openVariant, type OpenedVariant } from './protocol-variants.ts'
import { proves } from '@gatehouse/testkit/proves'

const signal = NEVER_ABORTED
/** Responses have no method. */
const sentSchema = z.object({ method: z.string().default('') })
const skillUri = (name: string) => `skill://kitchen/${name}/SKILL.md`
const timesOf = (name: string) => `skill://kitchen/${name}/references/times.md`

describe.each(everyVariant)('%s', (variant) => {
  const closers: (() => Promise<void>)[] = []
  let bench: TestBench
  let opened: OpenedVariant

  beforeAll(async () => {
    bench = await createTestBench({ headStartMs: 9000 })
    opened = await openVariant({ bench, closers }, variant)
  })
  afterAll(async () => {
    await bench.close()
    for (const close of closers.splice(0)) await close()
  })

  /** Returns the requests that the server got with these methods so far. */
  const asked = (...methods: string[]): string[] =>
    opened.recording.frames
      .filter(({ direction }) => direction === 'out')
      .map(({ message }) => sentSchema.parse(message).method)
      .filter((method) => methods.includes(method))

  test('all skills are listed, and no file is read meanwhile', async () => {
    const { connection, recording } = opened
    const skills = await connection.listSkills(signal)
    expect(skills.map(({ name }) => name)).toEqual([
      'brew-tea',
      'other-digest',
      'other-size',
      'other-frontmatter',
      'tea-of-today',
    ])
    expect(skills[0]).toMatchObject({
      uri: skillUri('brew-tea'),
      description: 'Makes tea.',
      files: { count: 2 },
    })
    expect(skills.at(-1)?.files).toBeUndefined()
    expect(recording.logs.map(({ text }) => text).join()).toContain('broken/SKILL.md is left out')
    expect(asked('skills/list')).toHaveLength(10)
    expect(asked('resources/read', 'skills/get')).toEqual([])
    proves('protocol.skills.listed', variant)
  })

  test('a file that is as described is read, and no other', async () => {
    const { connection } = opened
    await connection.listSkills(signal)
    const before = asked('resources/read').length
    const main = await connection.readSkill({ uri: skillUri('brew-tea') }, signal)
    expect(main).toMatchObject({ verified: true, text: expect.stringContaining('# Tea') })
    expect(main.files.map(({ uri }) => uri)).toEqual([skillUri('brew-tea'), timesOf('brew-tea')])
    expect(asked('resources/read')).toHaveLength(before + 1)
    const request = { uri: skillUri('brew-tea'), file: timesOf('brew-tea') }
    expect(await connection.readSkill(request, signal)).toMatchObject({
      text: 'Green: 2 minutes.\n',
      verified: true,
    })
    const today = await connection.readSkill({ uri: skillUri('tea-of-today') }, signal)
    expect(today).toMatchObject({ verified: false, files: [] })
    proves('protocol.skills.read', variant)
  })

  test('a skill that is not listed is read by its address', async () => {
    const { connection } = opened
    const hidden = await connection.readSkill({ uri: skillUri('unlisted-tea') }, signal)
    expect(hidden.verified).toBe(true)
    await expect(connection.readSkill({ uri: skillUri('no-such') }, signal)).rejects.toMatchObject({
      code: 'request/refused',
      message: expect.stringContaining('No skill is served'),
    })
    proves('protocol.skills.unlisted', variant)
  })

  test.each(['digest', 'size', 'frontmatter'])(
    'a skill with another %s is refused, and its other files are not read',
    async (reason) => {
      const { connection } = opened
      await connection.listSkills(signal)
      const uri = skillUri(`other-${reason}`)
      const refusal = await connection.readSkill({ uri }, signal).catch((error: unknown) => error)
      expect(isGatehouseError(refusal)).toBe(true)
      const { code, data, message } = refusal as GatehouseError
      expect({ code, data }).toMatchObject({
        code: 'skill/unverified',
        data: { file: uri, reason },
      })
      expect(message).toContain(uri)
      const before = asked('resources/read').length
      const more = { uri, file: timesOf(`other-${reason}`) }
      await expect(connection.readSkill(more, signal)).rejects.toMatchObject({ code, data })
      // Listed again as before: nothing has changed, so it stays refused.
      await connection.listSkills(signal)
      await expect(connection.readSkill({ uri }, signal)).rejects.toMatchObject({ code, data })
      expect(asked('resources/read')).toHaveLength(before)
      proves(`protocol.skills.${reason}`, variant)
    },
  )

  test('a file that the skill does not list is not asked for', async () => {
    const { connection } = opened
    const before = asked('resources/read').length
    const request = { uri: skillUri('unlisted-tea'), file: 'protocol://note/1' }
    await expect(connection.readSkill(request, signal)).rejects.toMatchObject({
      code: 'skill/unverified',
      data: { reason: 'unlisted' },
    })
    expect(asked('resources/read')).toHaveLength(before)
    proves('protocol.skills.foreign', variant)
  })
})
