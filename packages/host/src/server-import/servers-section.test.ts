import { describe, expect, it } from 'vitest'
import { readConfig, type ParsedConfig } from './read-config.ts'

const read = (text: string, source: 'file' | 'claude-code'): ParsedConfig =>
  readConfig({ text, source, place: { home: '/home/ada', separator: '/', folder: null } })

/** `code at:line detail` of everything that is said about a file and its servers. */
const issuesOf = ({ problems, servers }: ParsedConfig): string[] =>
  [...problems, ...servers.flatMap((server) => [...server.problems, ...server.notes])].map(
    ({ code, at, line, detail }) => `${code} ${at}:${line ?? '-'} ${detail}`.trim(),
  )

describe('a large configuration', () => {
  /**
   * @threat configuration.large
   * @attacker configuration
   * @tries To block main with five megabytes of members, comments, lines or wrong words.
   * @stoppedBy Of a file above 500,000 characters only what it says about servers is kept, in one pass that makes
   * nothing; at most 500,000 characters and 30,000 values are parsed, one file in a turn.
   * @remains On a slow or busy computer a file of several megabytes still takes a few tenths of a second in one turn; a
   * configuration of more than 500,000 characters about servers is refused.
   */
  it('is read for its servers alone when it holds megabytes of something else', () => {
    const history = Array.from({ length: 20_000 }, (_none, at) => ({ at, text: 'x'.repeat(80) }))
    const project = {
      history: ['}', '"', '\\"{', '//', '/*'],
      mcpServers: { near: { command: 'n' } },
    }
    const config = read(
      `${'\n'.repeat(9)}// mine\n${JSON.stringify({ history, 'mcpServers ': 1 }).slice(0, -1)},
        "projects": ${JSON.stringify({ '/none': { mcpServers: {}, history }, '/code': project })},
        "\\u006dcpServers": /* { */ { "far": { "command": "f", "args": [1e400], "args2": 1 } },
      }`.replace(history[0]!.text, 'y'),
      'claude-code',
    )
    expect(config.servers.map(({ at, line }) => [at, line])).toEqual([
      ['mcpServers.far', 13],
      ['projects["/code"].mcpServers.near', 12],
    ])
    expect(issuesOf(config)).toEqual(['not-taken-over mcpServers.far.args2:13 args2'])
  })

  /** @threat configuration.large */
  it('is refused when its servers alone are more than is parsed at once', () => {
    const filler = 'x'.repeat(600_000)
    const over = 'too-much :- 500000'
    expect(
      issuesOf(read(JSON.stringify({ mcpServers: { a: { command: filler } } }), 'file')),
    ).toEqual([over])
    expect(issuesOf(read(JSON.stringify({ x: filler, y: {} }), 'file'))).toEqual(['no-servers :-'])
    expect(issuesOf(read(`{"a":"${filler}",\n"b" 1}`, 'file'))).toEqual([
      'not-json :2 InvalidSymbol',
    ])
    expect(issuesOf(read(`{"a":"${filler}`, 'file'))).toEqual(['not-json :1 InvalidSymbol'])
  })
})
