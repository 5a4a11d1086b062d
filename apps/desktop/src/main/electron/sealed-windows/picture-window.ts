import { session, type Session } from 'electron'
import { join } from 'node:path'
import { PICTURE_LIMITS } from '@gatehouse/domain/pictures'
import { PICTURE_HOST } from '../../ipc/sender-gate.ts'
import type { Log } from '../../log.ts'
import { createPictureDrawer, type PictureProcess } from '../../pictures/picture-drawer.ts'
import { pictureHeaders, type ServedResponse } from '../../served-files.ts'
import { serveFromFolder } from '../app-protocol.ts'
import { openSealedWindow } from './sealed-window.ts'
import { serveScheme } from '../serve-scheme.ts'

/** Where the page gets the picture that it draws. */
const INPUT = '/input'

/** Draws pictures of people, each in a window of its own. */
export function createPictures(log: Log): ReturnType<typeof createPictureDrawer> {
  const served: { bytes: Uint8Array | null } = { bytes: null }
  let own: Session | undefined
  return createPictureDrawer({
    start: () => startPictureProcess((own ??= openSession(served)), served, log),
  })
}

/** The session of these windows, in memory. It serves their page and the present picture, and nothing else. */
function openSession(served: Readonly<{ bytes: Uint8Array | null }>): Session {
  const own = session.fromPartition('picture', { cache: false })
  const root = join(__dirname, '../picture')
  const headers = pictureHeaders()
  serveScheme(own.protocol, (request) => {
    const { host, pathname } = new URL(request.url)
    if (host !== PICTURE_HOST || pathname !== INPUT || !served.bytes)
      return serveFromFolder(request, { host: PICTURE_HOST, root, headers })
    const type = { 'Content-Type': 'application/octet-stream' }
    return Promise.resolve<ServedResponse>({
      status: 200,
      headers: { ...headers, ...type },
      body: served.bytes,
    })
  })
  return own
}

function startPictureProcess(
  own: Session,
  served: { bytes: Uint8Array | null },
  log: Log,
): PictureProcess {
  const { ready, call, end } = openSealedWindow({
    name: 'a picture',
    session: own,
    host: PICTURE_HOST,
    maxMemoryKb: PICTURE_LIMITS.memory / 1024,
    tooMuch: { state: 'too-much-memory' },
    log,
  })
  return {
    ready,
    draw({ bytes, ...picture }) {
      served.bytes = bytes
      const { edge: maxEdge, pixels: maxPixels } = PICTURE_LIMITS
      return call(`drawPicture(${JSON.stringify({ ...picture, maxEdge, maxPixels })})`)
    },
    end() {
      served.bytes = null
      end()
    },
  }
}
