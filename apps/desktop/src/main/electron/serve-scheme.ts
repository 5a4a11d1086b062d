import type { Protocol } from 'electron'
import { APP_SCHEME } from '../ipc/sender-gate.ts'
import type { ServedRequest, ServedResponse } from '../served-files.ts'

/** `net::ERR_FAILED` of Chromium. */
const FAILED = -2

/**
 * Responds to every request for a scheme of the app's own. The recommended `protocol.handle` gives a `Request` and takes a
 * `Response`, for which Node first loads all of its `fetch`, 25 ms that the first page would wait for (ADR 0030).
 */
export function serveScheme(
  protocol: Protocol,
  respond: (request: ServedRequest) => Promise<ServedResponse>,
  scheme = APP_SCHEME,
): void {
  protocol.registerBufferProtocol(scheme, (request, callback) => {
    respond(request).then(
      ({ status, headers, body }) =>
        callback({
          statusCode: status,
          // Without one, Electron would call it a page.
          headers: { 'Content-Type': 'application/octet-stream', ...headers },
          data: body ? Buffer.from(body.buffer, body.byteOffset, body.byteLength) : Buffer.of(),
        }),
      () => callback({ error: FAILED }),
    )
  })
}
