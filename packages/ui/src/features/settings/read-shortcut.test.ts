import { expect, it } from 'vitest'
import { readShortcut, type PressedKey } from './read-shortcut.ts'

const pressed = (key: string, code: string, held = ''): PressedKey => ({
  key,
  code,
  ctrlKey: held.includes('c'),
  altKey: held.includes('a'),
  metaKey: held.includes('m'),
  shiftKey: held.includes('s'),
})

it('waits while only modifiers are pressed', () => {
  for (const key of ['Control', 'Alt', 'Shift', 'Meta', 'AltGraph'])
    expect(readShortcut(pressed(key, `${key}Left`, 'c'), false)).toBeUndefined()
})

it.each([
  [pressed(' ', 'Space', 'ca'), false, 'Control+Alt+Space'],
  [pressed('K', 'KeyK', 'cs'), false, 'Control+Shift+K'],
  [pressed('k', 'KeyK', 'ma'), true, 'Command+Alt+K'],
  [pressed('F6', 'F6', 'm'), false, 'Super+F6'],
  // What Alt types on a Mac, and a key of another script.
  [pressed('˚', 'KeyK', 'ca'), true, 'Control+Alt+K'],
  [pressed('л', 'KeyK', 'cs'), false, 'Control+Shift+K'],
  // The letter on the key counts, not its place.
  [pressed('a', 'KeyQ', 'cs'), false, 'Control+Shift+A'],
])('reads %o', (key, isMac, accelerator) => {
  expect(readShortcut(key, isMac)).toEqual({ accelerator, problem: null })
})

it('says what is wrong with others', () => {
  expect(readShortcut(pressed('k', 'KeyK'), false)?.problem).toBe('no-modifier')
  expect(readShortcut(pressed('c', 'KeyC', 'c'), false)?.problem).toBe('in-use-everywhere')
  expect(readShortcut(pressed('ArrowUp', 'ArrowUp', 'ca'), false)?.problem).toBe('key')
})
