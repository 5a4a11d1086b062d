/**
 * What the protocol demands of a host, as data. Each id is cited by a passing unit or integration test
 * as `[id transport era]` for every way it lists; `protocol-coverage.ts` fails the run otherwise.
 * `section`: pages of the specification, of the newest revision that has them.
 */
export type Way =
  | 'stdio legacy'
  | 'stdio modern'
  | 'http legacy'
  | 'http modern'
  | 'sse legacy'
  /** A transport that is registered by name. */
  | 'custom legacy'
  | 'custom modern'

export interface ProtocolRequirement {
  promise: string
  section: string
  ways: readonly Way[]
}

const legacy: readonly Way[] = ['stdio legacy', 'http legacy', 'sse legacy']
const modern: readonly Way[] = ['stdio modern', 'http modern']
const every: readonly Way[] = [...legacy, ...modern]
const stdio: readonly Way[] = ['stdio legacy', 'stdio modern']

const define = (promise: string, section: string, ways: readonly Way[]): ProtocolRequirement => ({
  promise,
  section,
  ways,
})

export const protocolRequirements = {
  'protocol.negotiation': define(
    'Both sides agree on an era and a revision, and what was agreed is told.',
    '2025-11-25 basic/lifecycle; 2026-07-28 basic/versioning',
    every,
  ),
  'protocol.revisions': define(
    'Each older revision is spoken when it is all the server has: 2024-11-05 to 2025-11-25.',
    '2025-11-25 basic/lifecycle, "Version Negotiation"',
    ['stdio legacy', 'http legacy'],
  ),
  'protocol.version-mismatch': define(
    'A server with no revision in common fails with the versions of both sides.',
    '2025-11-25 basic/lifecycle; 2026-07-28 basic/versioning, error -32022',
    ['stdio legacy', 'http legacy', 'stdio modern', 'http modern'],
  ),
  'protocol.tools': define(
    'Tools are listed with title, description, schemas and annotations, and called.',
    '2026-07-28 server/tools',
    every,
  ),
  'protocol.tool-errors': define(
    'A tool’s own error is a result; a refusal by the protocol is an error with the server’s words.',
    '2026-07-28 server/tools, "Error Handling"',
    every,
  ),
  'protocol.content': define(
    'Text, images, audio, resource links and embedded resources come through whole, `_meta` kept.',
    '2026-07-28 server/tools, "Tool Result"',
    every,
  ),
  'protocol.structured-content': define(
    'Structured content is checked against the output schema.',
    '2026-07-28 server/tools, "Structured Content"',
    every,
  ),
  'protocol.list-changed': define(
    'A changed list of tools is read again without being asked for.',
    '2025-11-25 server/tools, "List Changed Notification"; 2026-07-28 basic/subscriptions',
    every,
  ),
  'protocol.pagination': define(
    'Lists are read to the last page; cursors are opaque.',
    '2026-07-28 server/utilities/pagination',
    every,
  ),
  'protocol.prompts': define(
    'Prompts are listed and filled in.',
    '2026-07-28 server/prompts',
    every,
  ),
  'protocol.resources': define(
    'Resources and templates are listed, read and expanded.',
    '2026-07-28 server/resources; RFC 6570',
    every,
  ),
  'protocol.resource-updates': define(
    'A watched resource’s updates are told until it is no longer watched.',
    '2025-11-25 server/resources, "Subscriptions"; 2026-07-28 basic/subscriptions',
    every,
  ),
  'protocol.skills': define(
    'Skills are listed, read one file at a time when asked for, and refused if they are not as described.',
    'extension io.modelcontextprotocol/skills, "Integrity and Verification"',
    every,
  ),
  'protocol.completion': define(
    'Arguments and template variables are completed, with what else is filled in.',
    '2026-07-28 server/utilities/completion',
    every,
  ),
  'protocol.logging': define(
    'Log notices arrive, at the level that was asked for.',
    '2025-11-25 server/utilities/logging; 2026-07-28 `logLevel` of a request',
    every,
  ),
  'protocol.progress': define(
    'Progress of a call is told, and never backwards.',
    '2026-07-28 basic/utilities/progress',
    every,
  ),
  'protocol.cancellation': define(
    'A cancelled call is cancelled at the server, and its late answer is dropped.',
    '2026-07-28 basic/utilities/cancellation',
    every,
  ),
  'protocol.time-outs': define(
    'A silent call is given up; progress keeps it alive up to a total.',
    '2025-11-25 basic/lifecycle, "Timeouts"',
    every,
  ),
  'protocol.liveness': define(
    'An idle connection is asked whether it lives: ping, or a discovery in the modern era.',
    '2025-11-25 basic/utilities/ping; 2026-07-28 server/discover',
    every,
  ),
  'protocol.elicitation-form': define(
    'A form is answered with accept, decline or cancel.',
    '2026-07-28 client/elicitation, "Form Mode"',
    every,
  ),
  'protocol.elicitation-url': define(
    'A URL is put before the person, not opened by itself.',
    '2026-07-28 client/elicitation, "URL Mode"',
    every,
  ),
  'protocol.elicitation-required': define(
    'Error -32042 carries its URLs, and their completion is told.',
    '2025-11-25 client/elicitation, "URL Elicitation Required Error"',
    legacy,
  ),
  'protocol.sampling': define(
    'A sampling request reaches the host whole and its answer the server.',
    '2026-07-28 client/sampling',
    every,
  ),
  'protocol.sampling-tools': define(
    'Sampling with tools: a tool use goes back to the server.',
    '2025-11-25 client/sampling, "Sampling with Tools"',
    every,
  ),
  'protocol.roots': define(
    'Roots are listed when they are asked for.',
    '2025-11-25 client/roots',
    every,
  ),
  'protocol.roots-changed': define(
    'Changed roots are told to the server.',
    '2025-11-25 client/roots, "Root List Changes"',
    legacy,
  ),
  'protocol.tasks': define(
    'A call that becomes a task is polled to its result.',
    '2025-11-25 basic/utilities/tasks; extension io.modelcontextprotocol/tasks',
    ['stdio legacy', 'http legacy', 'stdio modern', 'http modern'],
  ),
  'protocol.task-cancel': define(
    'A task is cancelled at the server.',
    '2025-11-25 basic/utilities/tasks; extension io.modelcontextprotocol/tasks',
    ['stdio legacy', 'http legacy', 'stdio modern', 'http modern'],
  ),
  'protocol.frames': define(
    'Every message is recorded with its direction, and an answer with its request.',
    '2026-07-28 basic, "Messages"',
    every,
  ),
  'protocol.shutdown': define(
    'Closing ends the process: end of input, then terminate, then kill.',
    '2025-11-25 basic/lifecycle, "Shutdown"',
    stdio,
  ),
  'protocol.session': define(
    'The session id is sent, a forgotten session is begun anew once, and it is deleted at the end.',
    '2025-11-25 basic/transports, "Session Management"',
    ['http legacy'],
  ),
  'protocol.resumption': define(
    'A dropped stream is resumed with `Last-Event-ID` after the server’s `retry`.',
    '2025-11-25 basic/transports, "Resumability and Redelivery"',
    ['http legacy'],
  ),
  'protocol.batches': define(
    'A batch of messages is understood on receipt.',
    '2025-03-26 basic/transports',
    ['http legacy'],
  ),
  'protocol.version-header': define(
    '`MCP-Protocol-Version` is on every request after the handshake.',
    '2025-11-25 basic/transports; 2026-07-28 basic/transports',
    ['http legacy', 'http modern'],
  ),
  'protocol.standard-headers': define(
    '`Mcp-Method`, `Mcp-Name` and a tool’s own header parameters are sent.',
    '2026-07-28 basic/transports, "Standard Headers"',
    ['http modern'],
  ),
  'protocol.sse-fallback': define(
    'A server that refuses the POST with 400, 404 or 405 is spoken to over HTTP+SSE.',
    '2025-11-25 basic/transports, "Backwards Compatibility"',
    ['sse legacy'],
  ),
  'protocol.icons': define(
    'Icons come with allowed schemes only.',
    '2025-11-25 basic, "Icons"',
    every,
  ),
  'protocol.caching': define(
    'How long a list stays fresh is told to whoever keeps it.',
    '2026-07-28 basic/utilities/caching',
    modern,
  ),
  'protocol.undeclared': define(
    'What was not declared is refused.',
    '2025-11-25 basic/lifecycle, "Capability Negotiation"',
    every,
  ),
  'protocol.verdict': define(
    'What a server speaks is known at its next start, and not asked again.',
    '2026-07-28 basic/versioning, "Backward Compatibility"',
    legacy,
  ),
  'protocol.custom-wire': define(
    'A transport of another kind is plugged in by name.',
    '2025-11-25 basic/transports, "Custom Transports"',
    ['custom legacy', 'custom modern'],
  ),
  'protocol.proxy': define(
    'The proxy of the system is used.',
    'RFC 9110, section 9.3.6 (CONNECT)',
    ['http legacy', 'http modern'],
  ),
  'protocol.authority': define(
    'An extra certificate authority is trusted for the server that names it.',
    'RFC 5280, section 6',
    ['http legacy', 'http modern'],
  ),
  'protocol.redirects': define(
    'A redirect to another origin is not followed.',
    '2026-07-28 basic/security_best_practices',
    ['http legacy', 'http modern'],
  ),
} as const satisfies Record<string, ProtocolRequirement>
