import { proves } from '@gatehouse/testkit/proves'
import { expect, it } from 'vitest'
import { parseFrontmatter } from './frontmatter.ts'

const deep = {
  'flow sequences': '['.repeat(2000),
  'flow mappings': '{a: '.repeat(2000),
  'block sequences': '- '.repeat(2000),
  'keys that are nodes': '? '.repeat(2000),
  'mappings on one line': 'a: '.repeat(2000),
  'block mappings': Array.from({ length: 120 }, (_, depth) => `${' '.repeat(depth)}k:`).join('\n'),
  'sequences at the edge of mappings': Array.from(
    { length: 60 },
    (_, depth) => `${' '.repeat(depth)}k:\n${' '.repeat(depth)}-`,
  ).join('\n'),
  'sequences that end at once': `${'- '.repeat(2000)}x\na: b`,
}

/**
 * @threat responses.skill-head
 * @attacker server
 * @tries To crash or block the app with the head of a skill: YAML that nests without end.
 * @stoppedBy A head has at most 8,192 characters and nests at most 32 deep, which is counted token by token before
 * anything is built.
 */
it.each(Object.entries(deep))('a head of deep %s is refused before it is built', (_name, yaml) => {
  expect(() => parseFrontmatter(yaml)).toThrow('deep')
  proves('server.skills.bounded')
})

/** @threat responses.skill-head */
it('what a head may be is bounded in length, and a node has one tag and one anchor', () => {
  expect(() => parseFrontmatter(`a: ${'x'.repeat(8192)}`)).toThrow('characters')
  expect(() => parseFrontmatter('!a '.repeat(2700))).toThrow('tag')
  expect(() => parseFrontmatter(`a: [${','.repeat(8000)}]`)).toThrow('flow')
})

it('the head of a skill in use is read', () => {
  const yaml = [
    'name: pdf',
    'description: >-',
    '  Fill in [forms] - any {kind}: read, write',
    'license: Apache-2.0',
    'allowed-tools: [Read, "Bash(git:*)"]',
    'metadata:',
    '  author: example',
    '  tags:',
    '  - a',
    '  - {b: [c]}',
  ].join('\n')
  expect(parseFrontmatter(yaml)).toEqual({
    name: 'pdf',
    description: 'Fill in [forms] - any {kind}: read, write',
    license: 'Apache-2.0',
    'allowed-tools': ['Read', 'Bash(git:*)'],
    metadata: { author: 'example', tags: ['a', { b: ['c'] }] },
  })
})
