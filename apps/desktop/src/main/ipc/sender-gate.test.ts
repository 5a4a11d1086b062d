import { describe, expect, it } from 'vitest'
import { createSenderGate, isAppUrl, type Sender } from './sender-gate.ts'

type Contents = Sender['sender']
type Frame = NonNullable<Sender['senderFrame']>

function sender(url: string, change: { parent?: object; isMain?: boolean } = {}): Sender {
  const frame = { url, parent: change.parent ?? null } as Frame
  const mainFrame = change.isMain === false ? ({ url } as Frame) : frame
  return { sender: { mainFrame } as Contents, senderFrame: frame }
}

describe('createSenderGate', () => {
  it('lets in the main frame of the app’s window', () => {
    const ours = sender('app://gatehouse/')
    expect(createSenderGate((contents) => contents === ours.sender)(ours)).toBe(true)
  })

  it('refuses another window, another frame, and a frame that is gone', () => {
    const everyWindow = createSenderGate(() => true)
    expect(createSenderGate(() => false)(sender('app://gatehouse/'))).toBe(false)
    expect(everyWindow(sender('app://gatehouse/', { parent: {} }))).toBe(false)
    expect(everyWindow(sender('app://gatehouse/', { isMain: false }))).toBe(false)
    expect(everyWindow({ ...sender('app://gatehouse/'), senderFrame: null })).toBe(false)
    expect(everyWindow(sender('https://gatehouse/'))).toBe(false)
  })
})

describe('isAppUrl', () => {
  it.each([
    'app://gatehouse.evil.example/',
    'app://gatehouse:8080/',
    'app://evil@gatehouse/',
    'app://evil/gatehouse',
    'app:gatehouse',
    'apps://gatehouse/',
    'https://gatehouse/',
    'file:///gatehouse',
    'data:text/html,app://gatehouse/',
    'about:blank',
    '',
  ])('does not take %s for the app’s own', (url) => expect(isAppUrl(url)).toBe(false))
})
