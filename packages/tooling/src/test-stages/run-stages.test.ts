import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { log } from '../command-support/log.mjs'
import { runStages } from './run-stages.ts'

const lines: string[] = []
beforeEach(() => {
  lines.length = 0
  vi.spyOn(console, 'log').mockImplementation((text) => void lines.push(String(text)))
})
afterEach(() => void vi.restoreAllMocks())

const good = { passed: 1, failed: 0, skipped: 0, note: 'fine' }
const red = { passed: 0, failed: 1, skipped: 0, note: 'red' }
const beside = (name: string) => ({ name, title: name.toUpperCase(), runsInParallel: true })
const alone = (name: string) => ({ name, title: name.toUpperCase() })

function gate() {
  let open = () => {}
  const passed = new Promise((resolve) => (open = () => resolve(undefined)))
  return { open, passed }
}

it('stages run beside each other, and each says what it found in its turn', async () => {
  const second = gate()
  const begun: string[] = []
  let loggedBefore = ''
  await runStages([beside('a'), beside('b'), alone('c')], {}, async ({ name }) => {
    begun.push(name)
    log.info(`of ${name}`)
    // The first ends only after the second did.
    if (name === 'a') await second.passed
    if (name === 'b') second.open()
    if (name === 'c') loggedBefore = lines.join()
    return name === 'b' ? { ...good, note: 'fine too' } : good
  })
  expect(begun).toEqual(['a', 'b', 'c'])
  expect(loggedBefore).toMatch(/B: 1 passed/)
  const logged = lines.map((line) => line.trim().replace(/ \(.*/, ''))
  expect(logged).toEqual([
    '> A',
    'of a',
    'ok   A: 1 passed, 0 failed; fine',
    '> B',
    'of b',
    'ok   B: 1 passed, 0 failed; fine too',
    '> C',
    'of c',
    'ok   C: 1 passed, 0 failed; fine',
    '',
  ])
})

it('a stage that fails is logged in its turn, and what is run on it is not run', async () => {
  const checked = [] as string[]
  const chosen = [beside('a'), beside('b'), alone('build'), alone('e2e')]
  const outcomes = await runStages(chosen, { e2e: ['build'] }, async ({ name }) => {
    checked.push(name)
    if (name === 'a') log.info('what is wrong')
    return name === 'b' ? good : red
  })
  expect(checked).toEqual(['a', 'b', 'build'])
  expect(lines.slice(1, 3).join()).toMatch(/what is wrong.*FAIL A: 0 passed, 1 failed; red/)
  expect(outcomes.get('e2e')).toMatchObject({ failed: 1, note: expect.stringContaining('"build"') })
})

it('of those beside each other, none is begun that nothing is left to run on, and the others once', async () => {
  const checked: string[] = []
  const chosen = [alone('build'), beside('first'), beside('attack'), beside('last')]
  const outcomes = await runStages(chosen, { attack: ['build'] }, async ({ name }) => {
    checked.push(name)
    return name === 'build' ? red : good
  })
  expect(checked).toEqual(['build', 'first', 'last'])
  expect([...outcomes].map(([name, { failed }]) => [name, failed])).toEqual([
    ['build', 1],
    ['first', 0],
    ['attack', 1],
    ['last', 0],
  ])
})

it('a stage that cannot continue ends all, after those before it were reported', async () => {
  const run = runStages([beside('a'), beside('b')], {}, async ({ name }) => {
    if (name === 'b') throw new Error('There is no disk.')
    await new Promise((resolve) => setTimeout(resolve, 5))
    return good
  })
  await expect(run).rejects.toThrow('There is no disk.')
  expect(lines.join()).toMatch(/ok {3}A: 1 passed/)
})
