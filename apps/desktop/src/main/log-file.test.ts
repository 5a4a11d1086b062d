import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLogFile } from './log-file.ts'
import type { Log } from './log.ts'

describe('createLogFile', () => {
  let folder: string
  let file: string
  let log: Log

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'gatehouse-log-'))
    file = join(folder, 'logs', 'main.log')
    log = createLogFile({ file, maxBytes: 2000, now: () => new Date(0) })
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  /**
   * @threat turns.log-flood
   * @attacker server
   * @tries To fill the disk by making the host log or record without end.
   * @stoppedBy The log file turns over at its size and a server may ask 60 times a minute.
   * @remains The rate of lines in the log and the growth of the audit table have no bound of their own.
   */
  it('does not grow without end', () => {
    for (let line = 0; line < 500; line++) log.info(`line ${line} ${'x'.repeat(100)}`)
    expect(statSync(file).size + statSync(`${file}.old`).size).toBeLessThan(5000)
    expect(readFileSync(file, 'utf8')).toContain('line 499')
  })

  it('says why something failed, without the properties of an error', () => {
    const cause = Object.assign(new Error('spawn failed'), { spawnargs: ['--token', 'hunter2'] })
    log.error('It failed.', new Error('outer', { cause }))
    const text = readFileSync(file, 'utf8')
    expect(text).toMatch(/^1970-01-01T00:00:00.000Z error It failed\./)
    expect(text).toContain('caused by Error: spawn failed')
    expect(text).not.toContain('hunter2')
  })

  it('lets no text pretend to be another entry', () => {
    log.warn('one\n2020-01-01T00:00:00.000Z error forged')
    expect(readFileSync(file, 'utf8').split('\n')[1]).toMatch(/^ {4}/)
  })

  it('does not throw when its folder cannot be made', () => {
    const blocked = join(folder, 'blocked')
    writeFileSync(blocked, '')
    const broken = createLogFile({
      file: join(blocked, 'main.log'),
      maxBytes: 10,
      now: () => new Date(),
    })
    expect(() => broken.error('x', new Error('y'))).not.toThrow()
    expect(existsSync(join(blocked, 'main.log'))).toBe(false)
  })
})
