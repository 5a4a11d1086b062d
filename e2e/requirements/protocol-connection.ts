import type { Requirement } from './requirement.ts'
import { every, http, legacy, plain, stdio } from './variants.ts'

const transports = '2025-11-25 basic/transports'

/** Demands of the protocol on a host towards the connection itself. */
export const protocolConnectionRequirements = {
  'protocol.negotiation': {
    promise: 'Both sides agree on an era and a revision, and what was agreed is reported.',
    section: '2025-11-25 basic/lifecycle; 2026-07-28 basic/versioning',
    variants: every,
    clauses: {
      agreed: 'Era and revision are reported.',
      identity: 'Name, title, version and instructions of the server are reported.',
      capabilities: 'The capabilities of the server are reported.',
    },
  },
  'protocol.revisions': {
    promise: 'Each older revision is spoken when it is all the server has.',
    section: '2025-11-25 basic/lifecycle, "Version Negotiation"',
    variants: ['stdio legacy', 'http legacy'],
    clauses: {
      '2024-11-05': 'A server of 2024-11-05 is spoken to.',
      '2025-03-26': 'A server of 2025-03-26 is spoken to.',
      '2025-06-18': 'A server of 2025-06-18 is spoken to.',
      '2025-11-25': 'A server of 2025-11-25 is spoken to.',
    },
  },
  'protocol.version-mismatch': {
    promise: 'A server with no revision in common fails in words.',
    section: '2025-11-25 basic/lifecycle; 2026-07-28 basic/versioning, error -32022',
    variants: plain,
    clauses: { both: 'The versions of both sides are named.' },
  },
  'protocol.logging': {
    promise: 'Log messages arrive at the level that was asked for.',
    section: '2025-11-25 server/utilities/logging; 2026-07-28 `logLevel` of a request',
    variants: every,
    clauses: {
      level: 'No message below the level comes.',
      changed: 'Another level holds from the next call.',
    },
  },
  'protocol.progress': {
    promise: 'Progress of a call is reported.',
    section: '2026-07-28 basic/utilities/progress',
    variants: every,
    clauses: {
      rising: 'Progress never goes backwards.',
      last: 'The last report is delivered, with its total and its message.',
    },
  },
  'protocol.cancellation': {
    promise: 'A cancelled call is cancelled at the server.',
    section: '2026-07-28 basic/utilities/cancellation',
    variants: every,
    clauses: {
      ends: 'The call ends at once, as cancelled.',
      notified: {
        statement: 'The server receives the id of the call and the reason.',
        variants: ['stdio legacy', 'http legacy', 'sse legacy', 'stdio modern'],
      },
      closed: {
        statement: 'The stream of the call is closed, and no message is sent for it.',
        variants: ['http modern'],
      },
      stops: 'The server stops its work.',
      late: 'A response that comes all the same is dropped, and the connection continues.',
    },
  },
  'protocol.time-outs': {
    promise: 'A silent call times out; progress keeps it alive up to a total.',
    section: '2025-11-25 basic/lifecycle, "Timeouts"',
    variants: every,
    clauses: {
      silence: 'A silent call ends after its timeout, and names how long that was.',
      stopped: 'The server stops its work.',
      progress: 'Progress keeps a call alive past the time of silence.',
      total: 'The total ends a call whose progress never ends.',
    },
  },
  'protocol.liveness': {
    promise: 'An idle connection is asked whether it lives.',
    section: '2025-11-25 basic/utilities/ping; 2026-07-28 server/discover',
    variants: every,
    clauses: {
      asked: 'A server is asked by ping, or by a discovery in the modern era.',
      silent: 'A server that does not respond is reported as such after the time that is given.',
    },
  },
  'protocol.frames': {
    promise: 'Every message is recorded.',
    section: '2026-07-28 basic, "Messages"',
    variants: every,
    clauses: {
      sent: 'A request is recorded with its direction.',
      paired: 'A response is recorded with its request and the time between them.',
      handshake: 'The first request is recorded too.',
    },
  },
  'protocol.shutdown': {
    promise: 'Closing ends the process: end of input, then terminate, then kill.',
    section: '2025-11-25 basic/lifecycle, "Shutdown"',
    variants: stdio,
    clauses: {
      input: 'One that ends with its input gets no signal.',
      terminate:
        'One that keeps running after its input closed gets SIGTERM, after a grace period.',
      kill: 'One that keeps running after SIGTERM is killed, after another grace period.',
    },
  },
  'protocol.session': {
    promise: 'A session is kept.',
    section: `${transports}, "Session Management"`,
    variants: ['http legacy'],
    clauses: {
      sent: 'The id is sent with every request.',
      renewed: 'A forgotten session is started again.',
      ended: 'The session is deleted at the end.',
    },
  },
  'protocol.resumption': {
    promise: 'A dropped stream is resumed.',
    section: `${transports}, "Resumability and Redelivery"`,
    variants: ['http legacy'],
    clauses: {
      resumed: 'It is asked for with the id of the last event, once.',
      retry: 'It is asked for after the pause that the server names, not before.',
      result: 'The call gets its result.',
    },
  },
  'protocol.batches': {
    promise: 'A batch of messages is understood on receipt.',
    section: '2025-03-26 basic/transports',
    variants: ['http legacy'],
    clauses: { received: 'Every message of the batch arrives.' },
  },
  'protocol.version-header': {
    promise: '`MCP-Protocol-Version` is on every request after the handshake.',
    section: `${transports}; 2026-07-28 basic/transports`,
    variants: http,
    clauses: { sent: 'Every request has the agreed revision.' },
  },
  'protocol.standard-headers': {
    promise: 'What a gateway routes by is in the headers.',
    section: '2026-07-28 basic/transports, "Standard Headers"',
    variants: ['http modern'],
    clauses: {
      method: 'Every request has `Mcp-Method`.',
      name: 'A call has the tool’s name in `Mcp-Name`, a read the URI.',
      parameters: 'Annotated arguments are mirrored in `Mcp-Param-…`, others are not.',
      encoded: 'A value that no header can carry is sent in Base64.',
      absent: 'An argument that is not given has no header.',
      invalid: 'A tool with invalid annotations is left out of the list.',
    },
  },
  'protocol.sse-fallback': {
    promise: 'A server of 2024-11-05 is spoken to over HTTP+SSE.',
    section: `${transports}, "Backwards Compatibility"`,
    variants: ['sse legacy'],
    clauses: {
      'after-400': 'After the POST was refused with 400.',
      'after-404': 'After the POST was refused with 404.',
      'after-405': 'After the POST was refused with 405.',
      only: 'No other refusal leads there.',
    },
  },
  'protocol.negotiated': {
    promise: 'What a server speaks is known at its next start, and not asked again.',
    section: '2026-07-28 basic/versioning, "Backward Compatibility"',
    variants: legacy,
    clauses: { kept: 'The first request is the one that the server understands.' },
  },
  'protocol.custom-transport': {
    promise: 'A transport of another kind is plugged in by name.',
    section: `${transports}, "Custom Transports"`,
    variants: ['custom legacy', 'custom modern'],
    clauses: { spoken: 'A server is listed and called over it.' },
  },
  'protocol.proxy': {
    promise: 'The proxy of the system is used.',
    section: 'RFC 9110, section 9.3.6 (CONNECT)',
    variants: http,
    clauses: { used: 'Everything goes through the proxy of the environment.' },
  },
  'protocol.authority': {
    promise: 'An extra certificate authority is trusted for the server that names it.',
    section: 'RFC 5280, section 6',
    variants: http,
    clauses: {
      untrusted: 'Without it the connection fails in words.',
      trusted: 'With it the server is listed.',
    },
  },
  'protocol.redirects': {
    promise: 'A redirect to another origin is not followed.',
    section: '2026-07-28 basic/security_best_practices',
    variants: http,
    clauses: { unfollowed: 'Nothing is sent to the other origin.' },
  },
} as const satisfies Record<string, Requirement>
