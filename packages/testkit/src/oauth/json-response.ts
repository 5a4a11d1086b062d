import type { ServerResponse } from 'node:http'

/** A response that must not be stored (RFC 6749, section 5.1). */
export function json(response: ServerResponse, status: number, value: unknown): void {
  response
    .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(JSON.stringify(value))
}
