import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { crc32 } from 'node:zlib'
import { jsonObjectSchema, type JsonObject } from '@gatehouse/domain'

/** One event of ConverseStream: its type, and its body. */
export type BedrockEvent = [type: string, body: JsonObject]

/** The response to one request. */
type BedrockStep =
  | { events: BedrockEvent[]; exception?: BedrockEvent }
  /** Bytes in place of a stream by the book. */
  | { bytes: Uint8Array; contentType?: string }
  | { status: number; message: string; type?: string }

interface BedrockEndpointOptions {
  /** The credentials that it knows; requests that are signed with others are refused. */
  credentials?: { accessKeyId: string; secretAccessKey: string; sessionToken?: string }
  /** The API key that it knows. */
  apiKey?: string
}

interface BedrockRequest {
  method: string
  /** As it was sent, with its escapes. */
  path: string
  headers: IncomingMessage['headers']
  body: JsonObject
}

export interface BedrockEndpoint {
  url: string
  requests: BedrockRequest[]
  /** The steps of the next requests; a request without one is refused. */
  script(steps: BedrockStep[]): void
  close(): Promise<void>
}

/** Starts Bedrock's runtime on 127.0.0.1: it checks the signature of what it received, and responds in frames. */
export async function startBedrockEndpoint(
  options: BedrockEndpointOptions = {},
): Promise<BedrockEndpoint> {
  const requests: BedrockRequest[] = []
  const steps: BedrockStep[] = []
  const server = createServer((request, response) => {
    const respond = async (): Promise<void> => {
      const text = await textOf(request)
      requests.push({
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body: text === '' ? {} : jsonObjectSchema.parse(JSON.parse(text)),
      })
      const refusal = refusalOf(request, text, options)
      sendStep(response, refusal ?? steps.shift() ?? { status: 400, message: 'No step is left.' })
    }
    respond().catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    script: (next) => void steps.splice(0, steps.length, ...next),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return Buffer.concat(pieces).toString('utf8')
}

function sendStep(response: ServerResponse, step: BedrockStep): void {
  if ('status' in step) {
    const { status, message, type = 'ValidationException' } = step
    response.writeHead(status, { 'content-type': 'application/json', 'x-amzn-errortype': type })
    response.end(JSON.stringify({ message }))
    return
  }
  const contentType = 'bytes' in step ? step.contentType : undefined
  response.writeHead(200, { 'content-type': contentType ?? 'application/vnd.amazon.eventstream' })
  if ('bytes' in step) {
    response.end(step.bytes)
    return
  }
  for (const [type, body] of step.events) response.write(bedrockFrame(type, body))
  if (step.exception) response.write(bedrockFrame(...step.exception, 'exception'))
  response.end()
}

/** Returns a message of `application/vnd.amazon.eventstream` (https://smithy.io/2.0/aws/amazon-eventstream.html). */
export function bedrockFrame(
  type: string,
  body: JsonObject,
  messageType: 'event' | 'exception' = 'event',
): Buffer {
  const headers = Buffer.concat([
    stringHeader(messageType === 'event' ? ':event-type' : ':exception-type', type),
    stringHeader(':content-type', 'application/json'),
    stringHeader(':message-type', messageType),
  ])
  const payload = Buffer.from(JSON.stringify(body), 'utf8')
  const lengths = Buffer.alloc(8)
  lengths.writeUInt32BE(16 + headers.length + payload.length, 0)
  lengths.writeUInt32BE(headers.length, 4)
  const message = Buffer.concat([lengths, checksum(lengths), headers, payload])
  return Buffer.concat([message, checksum(message)])
}

function checksum(bytes: Buffer): Buffer {
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(bytes))
  return sum
}

/** A header of the type 7: a string with its length. */
function stringHeader(name: string, value: string): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(Buffer.byteLength(value))
  return Buffer.concat([
    Buffer.from([Buffer.byteLength(name)]),
    Buffer.from(name),
    Buffer.from([7]),
    length,
    Buffer.from(value),
  ])
}

const FORBIDDEN = 'The request signature we calculated does not match the signature you provided.'

/** Refuses a request whose key, or whose signature of the received bytes, is another one. */
function refusalOf(
  request: IncomingMessage,
  body: string,
  { credentials, apiKey }: BedrockEndpointOptions,
): BedrockStep | undefined {
  const { authorization = '' } = request.headers
  const isApiKey = apiKey !== undefined && authorization === `Bearer ${apiKey}`
  const isSigned =
    credentials !== undefined &&
    request.headers['x-amz-security-token'] === credentials.sessionToken &&
    authorization === signatureOf(request, body, credentials)
  return isApiKey || isSigned
    ? undefined
    : { status: 403, message: FORBIDDEN, type: 'InvalidSignatureException' }
}

const hmac = (key: string | Buffer, text: string): Buffer =>
  createHmac('sha256', key).update(text, 'utf8').digest()
const hash = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex')

/** Returns the `authorization` that the received request should have, by AWS Signature Version 4. */
function signatureOf(
  request: IncomingMessage,
  body: string,
  { accessKeyId, secretAccessKey }: NonNullable<BedrockEndpointOptions['credentials']>,
): string {
  const { authorization = '', 'x-amz-date': date } = request.headers
  const [, scope = '', names = ''] =
    /Credential=[^/]+\/([^,]+), SignedHeaders=([^,]+),/.exec(authorization) ?? []
  const [path = '', query = ''] = (request.url ?? '').split('?')
  const canonical = [
    request.method,
    // Of a path that is escaped already, each escape is escaped again.
    path.replaceAll('%', '%25'),
    query,
    ...names.split(';').map((name) => `${name}:${String(request.headers[name] ?? '')}`),
    '',
    names,
    hash(body),
  ].join('\n')
  const toSign = ['AWS4-HMAC-SHA256', String(date), scope, hash(canonical)].join('\n')
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`)
  const signature = hmac(key, toSign).toString('hex')
  return `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`
}
