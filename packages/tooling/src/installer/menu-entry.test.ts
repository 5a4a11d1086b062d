import { describe, expect, it } from 'vitest'
import { faultsOfProcesses, readMenuEntry, type AppProcess } from './menu-entry.ts'

const main: AppProcess = {
  pid: 1,
  uid: 1000,
  command: '/opt/Gatehouse/gatehouse',
  seccomp: 0,
  capabilities: '0',
  userNamespace: 'user:[1]',
}
const page: AppProcess = {
  pid: 2,
  uid: 1000,
  command: '/opt/Gatehouse/gatehouse --type=renderer',
  seccomp: 2,
  capabilities: '0000000000000000',
  userNamespace: 'user:[2]',
}

describe('the processes of a start from the menu', () => {
  it('are of the person, and the page is in a sandbox', () => {
    expect(faultsOfProcesses([main, page], 1000)).toEqual([])
  })
  it.each([
    ['of root', [main, { ...page, uid: 0 }], /is of user 0/],
    ['without a filter', [main, { ...page, seccomp: 0 }], /no filter of system calls/],
    ['with rights', [main, { ...page, capabilities: '0000000000200000' }], /has rights/],
    ['in the namespace of main', [main, { ...page, userNamespace: 'user:[1]' }], /namespace/],
    ['started without one', [{ ...main, command: 'x --no-sandbox' }, page], /without a sandbox/],
    ['missing', [main], /no page/],
  ] as const)('%s are a fault', (_name, found, fault) => {
    expect(faultsOfProcesses(found, 1000).join('\n')).toMatch(fault)
  })
})

it('a key of a menu entry is read whole, and one that is missing is an error', () => {
  const text = '[Desktop Entry]\nName=Gatehouse\nExec=/opt/Gatehouse/gatehouse %U\n'
  expect(readMenuEntry('Exec', text)).toBe('/opt/Gatehouse/gatehouse %U')
  expect(() => readMenuEntry('Icon', text)).toThrow(/no Icon/)
})
