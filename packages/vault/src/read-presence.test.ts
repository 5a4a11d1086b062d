import { expect, it, onTestFinished } from 'vitest'
import { createSecretVault } from './create-secret-vault.ts'
import { createMemoryKeytar, type MemoryKeytar } from './memory-keytar.ts'

async function open(keytar: MemoryKeytar, platform: string) {
  const vault = await createSecretVault({ service: 'test', platform, loadKeytar: () => keytar })
  onTestFinished(() => vault.close())
  return vault
}

it('reports of many at once which are there, which are damaged, and which cannot be read now', async () => {
  const keytar = createMemoryKeytar(2560)
  const vault = await open(keytar, 'win32')
  await vault.set('long', 'x'.repeat(6000))
  await vault.set('cut', 'x'.repeat(6000))
  await vault.set('short', 'x')
  const part = [...keytar.entries.keys()].find((account) => account.startsWith('cut#'))
  keytar.entries.delete(part ?? '')
  const refs = ['long', 'cut', 'short', 'never']
  expect(await vault.presenceOf(refs)).toEqual(['kept', 'damaged', 'kept', 'absent'])
  keytar.before = (_call, account) => {
    if (account === 'short') throw new Error('User interaction is not allowed.')
  }
  const refusing = await open(keytar, 'darwin')
  expect(await refusing.presenceOf(['long', 'short', 'never'])).toEqual([
    'kept',
    'locked',
    'locked',
  ])
})
