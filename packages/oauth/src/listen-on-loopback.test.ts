import { expect, test } from 'vitest'
import { listenOnLoopback } from './listen-on-loopback.ts'

/** @threat oauth.redirect-port */
test.each(['192.168.1.7', '0.0.0.0', '::', 'fe80::1'])(
  'a computer whose localhost is %s is not listened on',
  async (address) => {
    const resolve = () => Promise.resolve(['127.0.0.1', address])
    await expect(
      listenOnLoopback(() => undefined, { host: 'localhost', resolve }),
    ).rejects.toMatchObject({ code: 'sign-in/unsafe' })
  },
)

test('a localhost that the system does not know is listened on all the same', async () => {
  const resolve = () => Promise.reject(new Error('ENOTFOUND'))
  const { port, close } = await listenOnLoopback(() => undefined, { host: 'localhost', resolve })
  close(0)
  expect(port).toBeGreaterThan(1023)
})
