import { describe, expect, it } from 'vitest'
import { createPickedPaths } from './picked-paths.ts'

describe('picked paths', () => {
  it('cover what was picked and what lies in it, and nothing beside or above', () => {
    const picked = createPickedPaths()
    picked.note(['/home/ada/code/', '/srv/notes'])
    for (const path of ['/home/ada/code', '/home/ada/code/site/src', '/srv/notes', '/srv/./notes'])
      expect([path, picked.covers(path)]).toEqual([path, true])
    for (const path of [
      '/',
      '/home/ada',
      '/home/ada/code2',
      '/home/ada/code/../.ssh',
      '/srv/notes/..',
      'relative',
    ])
      expect([path, picked.covers(path)]).toEqual([path, false])
  })
})
