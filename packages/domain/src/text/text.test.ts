import { describe, expect, it } from 'vitest'
import { estimateTokens, estimateTokensOf } from './text.ts'

describe('the count of tokens of a value', () => {
  const tool = {
    name: 'read_file',
    description: 'Read the complete contents of a file from the file system as text.',
    inputSchema: {
      type: 'object',
      properties: {
        path: { type: 'string', description: 'Where it is' },
        head: { type: 'number', minimum: 1 },
        modes: { type: 'array', items: { enum: ['utf8', 'base64', null, true] } },
      },
      required: ['path'],
    },
  }

  it.each([
    ['a tool', tool],
    [
      'words of Chinese',
      { ...tool, description: '读取文件的全部内容，作为文本返回给模型。'.repeat(20) },
    ],
    ['a list', Array.from({ length: 50 }, () => tool)],
  ])('is about that of its JSON: %s', (_, value) => {
    const counted = estimateTokens(JSON.stringify(value))
    expect(Math.abs(estimateTokensOf(value) - counted)).toBeLessThan(counted * 0.2)
  })

  it.each([
    ['', 0],
    ['abcde', 2],
    ['读取文件', 4],
    ['ab读', 2],
    ['🙂🙂', 2],
  ])('is one for four letters and one for each wide sign: %j', (text, tokens) => {
    expect(estimateTokens(text)).toBe(tokens)
  })

  it('counts one for what has no length', () => {
    expect([null, 7, false].map(estimateTokensOf)).toEqual([1, 1, 1])
  })
})
