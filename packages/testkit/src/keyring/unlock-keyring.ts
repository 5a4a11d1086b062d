import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'

const UNLOCK = 1
const OK = 0

/**
 * Unlocks the login keyring of a running gnome-keyring-daemon, as logging in does (its control socket, the
 * protocol of its PAM module). Rejects when the password is wrong.
 */
export async function unlockKeyring(runtimeFolder: string, password: string): Promise<void> {
  const socket = connect(join(runtimeFolder, 'keyring/control'))
  await once(socket, 'connect')
  const word = Buffer.from(password)
  const packet = Buffer.alloc(12 + word.length)
  packet.writeUInt32BE(packet.length, 0)
  packet.writeUInt32BE(UNLOCK, 4)
  packet.writeUInt32BE(word.length, 8)
  word.copy(packet, 12)
  // The first byte goes with who asks, which the system reports.
  socket.write('\0')
  socket.write(packet)
  const [response] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  if (response.readUInt32BE(4) !== OK) throw new Error('The keyring was not unlocked.')
}
