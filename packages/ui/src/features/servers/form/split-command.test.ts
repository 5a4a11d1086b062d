import { describe, expect, it } from 'vitest'
import { splitCommand } from './split-command.ts'

describe('splitCommand', () => {
  it('keeps a quoted folder with a space one argument', () => {
    expect(splitCommand(`npx -y @scope/server "/home/ada/My Files" '/x y'`)).toEqual({
      command: 'npx',
      args: ['-y', '@scope/server', '/home/ada/My Files', '/x y'],
      env: [],
    })
  })

  it('keeps escaped spaces, empty arguments and quotes inside words', () => {
    expect(splitCommand(String.raw`run a\ b "" --x="1 2" 'it''s'`)?.args).toEqual([
      'a b',
      '',
      '--x=1 2',
      'its',
    ])
  })

  it('takes leading variables as environment, and no later ones', () => {
    expect(splitCommand('API_KEY=abc DEBUG= node server.js MODE=x')).toEqual({
      command: 'node',
      args: ['server.js', 'MODE=x'],
      env: [
        { name: 'API_KEY', value: 'abc' },
        { name: 'DEBUG', value: '' },
      ],
    })
  })

  it('leaves one word and an open quote to the person', () => {
    expect(splitCommand('node')).toBeNull()
    expect(splitCommand('  ')).toBeNull()
    expect(splitCommand('node "server')).toBeNull()
  })

  it('expands nothing: no variables, globs or operators', () => {
    expect(splitCommand('echo $HOME *.js && rm -rf /')?.args).toEqual([
      '$HOME',
      '*.js',
      '&&',
      'rm',
      '-rf',
      '/',
    ])
  })
})
