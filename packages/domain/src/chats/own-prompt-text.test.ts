import { expect, it } from 'vitest'
import { fillPrompt, promptVariables, readPromptFile, writePromptFile } from './own-prompt-text.ts'

it('finds each variable once, in the order of the text', () => {
  expect(
    promptVariables('Translate {{ text }} into {{语言}}. {{text}} {{}} {{ }} {{a\nb}}'),
  ).toEqual(['text', '语言'])
})

it('fills in values as they are, and leaves what has none', () => {
  const text = 'To {{name}}: {{ body }} {{other}}'
  expect(fillPrompt(text, { name: '$& {{body}}', body: 'Hi' })).toBe('To $& {{body}}: Hi {{other}}')
})

it('reads a text of braces alone in linear time', () => {
  expect(promptVariables('{'.repeat(20_000))).toEqual([])
})

it('reads the file that it writes, and no other', () => {
  const prompts = [{ name: 'Brief', text: 'Be {{how}}.\n' }]
  const file = writePromptFile(prompts.map((prompt) => ({ ...prompt, id: 'left out' })))
  expect(readPromptFile(file)).toEqual(prompts)
  for (const other of [
    '',
    '[]',
    '{"format":"gatehouse-prompts","version":2,"prompts":[]}',
    '{"format":"gatehouse-prompts","version":1,"prompts":[]}',
    '{"format":"gatehouse-prompts","version":1,"prompts":[{"name":" ","text":"x"}]}',
    '{"format":"gatehouse-prompts","version":1,"prompts":[{"name":"x","text":1}]}',
    file.replace('Brief', 'x'.repeat(81)),
  ])
    expect(readPromptFile(other)).toBeNull()
})

it('reads prompts with their files, and none with files beyond the limits', () => {
  const files = [{ name: 'rules.txt', mimeType: 'text/plain', data: 'T25lLg==' }]
  const prompts = [
    { name: 'Rules', text: 'Keep them.', files },
    { name: 'Brief', text: 'Be brief.' },
  ]
  const written = writePromptFile(prompts)
  expect(readPromptFile(written)).toEqual(prompts)
  expect(written).toContain('"version": 2')
  // Earlier versions of the app read prompts without files.
  expect(writePromptFile(prompts.slice(1))).toContain('"version": 1')
  const withFile = (change: object) =>
    JSON.stringify({
      format: 'gatehouse-prompts',
      version: 2,
      prompts: [{ name: 'Rules', text: 'x', files: [{ ...files[0], ...change }] }],
    })
  expect(readPromptFile(withFile({ name: '../../.bashrc' }))).toMatchObject([
    { files: [{ name: '.bashrc' }] },
  ])
  for (const change of [
    { data: '' },
    { data: 'a'.repeat(14_000_000) },
    { data: 'not base64!!' },
    { name: ' ' },
    { data: 1 },
  ])
    expect(readPromptFile(withFile(change))).toBeNull()
  const many = [{ name: 'Many', text: 'x', files: Array.from({ length: 11 }, () => files[0]!) }]
  expect(readPromptFile(writePromptFile(many))).toBeNull()
})
