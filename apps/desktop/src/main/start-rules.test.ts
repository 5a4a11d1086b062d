import { expect, test } from 'vitest'
import { findStartRefusal } from './start-rules.ts'

const ask = (
  args: string[],
  environment: Record<string, string> = {},
  platform: NodeJS.Platform = 'linux',
) => findStartRefusal({ args, environment, platform })

test.each([
  'remote-debugging-port=9222',
  'remote-debugging-pipe',
  'remote-debugging-address=0.0.0.0',
  'inspect',
  'inspect-brk=1',
  'inspect-port=0',
  'js-flags=--expose-gc',
  'load-extension=/x',
  'disable-web-security',
  'no-sandbox',
  'no-zygote',
  'single-process',
  'proxy-server=evil:1',
  'proxy-pac-url=http://evil',
  'host-rules=MAP * evil',
  'host-resolver-rules=MAP * evil',
  'user-data-dir=/tmp/x',
  'ignore-certificate-errors',
  'ignore-certificate-errors-spki-list=x',
  'enable-logging',
  'log-file=/x',
  'log-net-log=/x',
  'disable-site-isolation-trials',
  'disable-features=IsolateOrigins',
  'enable-features=X',
  'enable-blink-features=X',
  'blink-settings=dnsPrefetchingEnabled=true',
  'renderer-cmd-prefix=/x',
  'gpu-launcher=/x',
  'utility-cmd-prefix=/x',
  'zygote-cmd-prefix=/x',
  'browser-subprocess-path=/x',
  'allow-file-access-from-files',
  'unsafely-treat-insecure-origin-as-secure=http://x',
  'app=/x',
  'require=/x',
  'r',
])('a release refuses the switch --%s', (text) => {
  const name = text.split('=')[0] ?? ''
  for (const prefix of ['--', '-', ' --']) expect(ask([prefix + text])).toContain(`--${name}`)
  expect(ask(['file', `--${text.toUpperCase()}`])).toContain(`--${name}`)
  expect(ask([`/${text}`], {}, 'win32')).toContain(`--${name}`)
})

test('a release starts without switches, with a file, and with those about its looks', () => {
  const fine = ['/home/a/-b', 'C:\\x', '', '-', '--ozone-platform-hint=auto', '--lang=zh-CN']
  expect(ask(fine, { PATH: '/bin', NODE_OPTIONS: '--max-old-space-size=9', HOME: '/' })).toBe(
    undefined,
  )
  expect(ask(['--', '--inspect'])).toBe(undefined)
  expect(ask(['-psn_0_12345'], {}, 'darwin')).toBe(undefined)
  expect(ask(['-psn_0_12345'], {}, 'linux')).toContain('psn')
})

test.each([
  'GATEHOUSE_USER_DATA',
  'GATEHOUSE_DEVTOOLS',
  'GATEHOUSE_SPELLING',
  'GATEHOUSE_SCREENSHOT',
  'GATEHOUSE_LOCAL_PORTS',
  'GATEHOUSE_SIGN_IN_MS',
  'ELECTRON_DISABLE_SANDBOX',
  'ELECTRON_LOG_FILE',
  'NODE_TLS_REJECT_UNAUTHORIZED',
  'NODE_DEBUG',
  'SSLKEYLOGFILE',
])('a release refuses the variable %s', (name) => {
  expect(ask([], { [name]: '1' })).toContain(name)
  expect(ask([], { [name]: '' })).toBe(undefined)
})

test('what a refusal quotes cannot move the cursor of a terminal', () => {
  const refusal = ask([`--\u001b[2J\u202e${'x'.repeat(500)}`]) ?? ''
  expect(refusal).toMatch(/^[\x20-\x7e]+$/)
  expect(refusal.length).toBeLessThan(500)
})
