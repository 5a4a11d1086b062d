import { createSocket } from 'node:dgram'
import { readFileSync } from 'node:fs'
import { expect, test } from './launch.ts'
import { OUTER_INTERFACE } from './support/isolated-network.ts'
import { startNetworkTap } from './support/network-tap.ts'
import { tryNetworkEgress } from './support/network-egress.ts'

function packetsOut(): number {
  const file = `/sys/class/net/${OUTER_INTERFACE}/statistics/tx_packets`
  return Number(readFileSync(file, 'utf8'))
}

/** Proves that the counter counts. */
async function sendOne(): Promise<void> {
  const socket = createSocket('udp4')
  await new Promise((resolve) => socket.send('x', 53, '203.0.113.1', resolve))
  socket.close()
}

test('no packet leaves the machine, whatever a script of the page tries', async ({ launch }) => {
  const before = packetsOut()
  await sendOne()
  expect(packetsOut()).toBe(before + 1)
  const tap = await startNetworkTap()
  try {
    const { page } = await launch()
    expect(packetsOut(), 'at the start').toBe(before + 1)
    await page.locator('[data-composer]').pressSequentially('misspeled here, and a falte there ')
    await tryNetworkEgress(page, '127.0.0.1', tap.port)
    await tryNetworkEgress(page, '203.0.113.7', 4433)
    expect.soft(tap.received).toEqual([])
    expect(packetsOut(), 'after all attempts').toBe(before + 1)
  } finally {
    tap.close()
  }
})
