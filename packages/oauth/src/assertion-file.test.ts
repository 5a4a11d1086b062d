import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readAssertion } from './assertion-file.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'statement-'))
})
afterEach(() => rmSync(folder, { recursive: true }))
const unsupported = { code: 'sign-in/unsupported' }

it('a statement is read anew each time, through a link too', async () => {
  const file = join(folder, 'token')
  writeFileSync(file, 'one\n')
  symlinkSync(file, join(folder, 'link'))
  expect(await readAssertion(join(folder, 'link'))).toBe('one')
  writeFileSync(file, 'another')
  expect(await readAssertion(file)).toBe('another')
})

/**
 * @threat oauth.statement-of-another-kind
 * @attacker server
 * @tries To get the content of another file in place of a statement of who this is.
 * @stoppedBy Nothing is sent that is not a signed token, and only from the file that the person read in the consent
 * window: a small one, read when it is needed.
 */
it('a folder, a large file and one that is not there are not assertions', async () => {
  writeFileSync(join(folder, 'large'), 'x'.repeat(65_537))
  for (const name of ['', 'large', 'missing'])
    await expect(readAssertion(join(folder, name))).rejects.toMatchObject(unsupported)
})

it.skipIf(process.platform === 'win32')(
  'a pipe that nobody writes to does not hold a sign-in',
  async () => {
    execFileSync('mkfifo', [join(folder, 'pipe')])
    await expect(readAssertion(join(folder, 'pipe'))).rejects.toMatchObject(unsupported)
  },
)
