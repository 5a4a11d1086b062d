import type { Requirement } from './requirement.ts'
import { every, legacy, modern, plain } from './variants.ts'

/** Demands of the protocol on a host towards a server's features and requests. */
export const protocolFeatureRequirements = {
  'protocol.tools': {
    promise: 'Tools are listed and called.',
    section: '2026-07-28 server/tools',
    variants: every,
    clauses: {
      definition: 'Title, description, schemas, annotations and `_meta` of a tool are kept.',
      called: 'Arguments and results arrive as they were given, whatever characters they hold.',
    },
  },
  'protocol.tool-errors': {
    promise: 'A tool’s own error and a protocol error are distinguished.',
    section: '2026-07-28 server/tools, "Error Handling"',
    variants: every,
    clauses: {
      own: 'A tool’s own error is a result.',
      refused: 'A refusal by the protocol is an error with the server’s words.',
    },
  },
  'protocol.content': {
    promise: 'Every kind of content comes through whole.',
    section: '2026-07-28 server/tools, "Tool Result"',
    variants: every,
    clauses: {
      text: 'Text with its annotations.',
      image: 'The bytes and the type of a picture.',
      audio: 'The bytes and the type of audio.',
      link: 'URI, name, title, type and size of a resource link.',
      embedded: 'URI, type and text of an embedded resource.',
      bytes: 'The bytes of an embedded resource.',
      meta: '`_meta` of a block and of the result.',
    },
  },
  'protocol.structured-content': {
    promise: 'Structured content is checked against the output schema.',
    section: '2026-07-28 server/tools, "Structured Content"',
    variants: every,
    clauses: {
      fits: 'What fits is given on.',
      noted: 'A result that does not match is kept, with a note before it.',
    },
  },
  'protocol.list-changed': {
    promise: 'A changed list is read again without being asked for.',
    section: '2025-11-25 server/tools, "List Changed Notification"; 2026-07-28 basic/subscriptions',
    variants: every,
    clauses: { tools: 'A new tool is listed.' },
  },
  'protocol.pagination': {
    promise: 'Lists are read to the last page.',
    section: '2026-07-28 server/utilities/pagination',
    variants: every,
    clauses: {
      whole: 'All pages are read, each once and in order.',
      opaque: 'A cursor goes back exactly as it came.',
    },
  },
  'protocol.prompts': {
    promise: 'Prompts are listed and filled in.',
    section: '2026-07-28 server/prompts',
    variants: every,
    clauses: {
      listed: 'Names, titles and arguments are listed.',
      filled: 'A prompt is filled in with its arguments.',
    },
  },
  'protocol.resources': {
    promise: 'Resources and templates are listed and read.',
    section: '2026-07-28 server/resources; RFC 6570',
    variants: every,
    clauses: {
      templates: 'Templates are listed.',
      text: 'Text is read from an expanded URI.',
      bytes: 'Bytes are read.',
      refused: 'A resource that does not exist is refused in the server’s words.',
    },
  },
  'protocol.resource-updates': {
    promise: 'A watched resource’s updates are delivered.',
    section: '2025-11-25 server/resources, "Subscriptions"; 2026-07-28 basic/subscriptions',
    variants: every,
    clauses: {
      acknowledged: 'It is known from when on the server reports updates.',
      delivered: 'An update of a watched resource is delivered.',
      ended: 'Nothing is delivered once it is no longer watched.',
    },
  },
  'protocol.skills': {
    promise: 'Skills are listed, read file by file, and refused if they are not as described.',
    section: 'extension io.modelcontextprotocol/skills, "Integrity and Verification"',
    variants: every,
    clauses: {
      listed: 'All pages of skills are listed, and none is read meanwhile.',
      read: 'One file is read at a time, when it is asked for.',
      unlisted: 'A skill that is not listed is read by its address.',
      digest: 'A skill with another digest is refused, and its other files are not read.',
      size: 'A skill of another size is refused, and its other files are not read.',
      frontmatter: 'A skill with other frontmatter is refused, and its other files are not read.',
      foreign: 'A file that the skill does not list is not asked for.',
    },
  },
  'protocol.completion': {
    promise: 'Arguments and template variables are completed.',
    section: '2026-07-28 server/utilities/completion',
    variants: every,
    clauses: {
      typed: 'What was typed decides what is proposed.',
      context: 'What else is filled in is sent to the server.',
      template: 'A variable of a template is completed.',
    },
  },
  'protocol.icons': {
    promise: 'Icons come with allowed schemes only.',
    section: '2025-11-25 basic, "Icons"',
    variants: every,
    clauses: { schemes: 'An icon of a scheme that runs is left out, another one is kept.' },
  },
  'protocol.caching': {
    promise: 'How long a list stays fresh is reported to whoever keeps it.',
    section: '2026-07-28 basic/utilities/caching',
    variants: modern,
    clauses: { fresh: 'The time of the server is reported.' },
  },
  'protocol.elicitation-form': {
    promise: 'A form is put before the person and answered.',
    section: '2026-07-28 client/elicitation, "Form Mode"',
    variants: every,
    clauses: {
      whole: 'Message and schema reach the person.',
      accept: 'An accepted form comes with its content.',
      decline: 'A decline is sent, without content.',
      cancel: 'A cancel is sent, without content.',
    },
  },
  'protocol.elicitation-url': {
    promise: 'A URL is put before the person, not opened by itself.',
    section: '2026-07-28 client/elicitation, "URL Mode"',
    variants: every,
    clauses: {
      whole: 'Message and URL reach the person unchanged.',
      unopened: 'Nothing is fetched from the URL, before and after it is accepted.',
      accept: 'Consent is sent, without content.',
      decline: 'A decline is sent.',
      undeclared: 'Where only forms were declared, a URL is refused without asking.',
    },
  },
  'protocol.elicitation-required': {
    promise: 'An error that demands a visit to a page says which.',
    section: '2025-11-25 client/elicitation, "URL Elicitation Required Error"',
    variants: legacy,
    clauses: {
      carried: 'Error -32042 carries its URLs.',
      completed: 'Their completion is notified, and the call then succeeds.',
    },
  },
  'protocol.sampling': {
    promise: 'A sampling request reaches the host whole and its answer the server.',
    section: '2026-07-28 client/sampling',
    variants: every,
    clauses: {
      request: 'Messages, system prompt, limits and preferences reach the host.',
      answer: 'Model, content and stop reason reach the server.',
    },
  },
  'protocol.sampling-tools': {
    promise: 'Sampling with tools.',
    section: '2025-11-25 client/sampling, "Sampling with Tools"',
    variants: every,
    clauses: {
      offered: 'Tools and the choice of tools reach the host.',
      used: 'A tool use goes back to the server.',
    },
  },
  'protocol.roots': {
    promise: 'Roots are listed when they are asked for.',
    section: '2025-11-25 client/roots',
    variants: every,
    clauses: { listed: 'URIs and names arrive unchanged.' },
  },
  'protocol.roots-changed': {
    promise: 'The server is notified of changed roots.',
    section: '2025-11-25 client/roots, "Root List Changes"',
    variants: legacy,
    clauses: { notified: 'The server is notified once.' },
  },
  'protocol.undeclared': {
    promise: 'What was not declared is refused.',
    section: '2025-11-25 basic/lifecycle, "Capability Negotiation"',
    variants: every,
    clauses: {
      form: 'A form is refused by name, without asking.',
      url: 'A page is refused by name, without asking.',
      sampling: 'Sampling is refused by name, without asking.',
      roots: 'Roots are refused by name, without asking.',
      silent: 'The host declares none of them.',
      alive: 'The connection goes on.',
    },
  },
  'protocol.input-required': {
    promise: 'A result that requires input is fulfilled, and the request is sent again.',
    section: '2026-07-28 basic/utilities/mrtr, "Multi Round-Trip Requests"',
    variants: modern,
    clauses: {
      retried:
        'The same request is sent again with a new id and the input responses by their keys.',
      several: 'All input requests of a round are answered together.',
      rounds: 'Another round is fulfilled as well.',
      refused: 'A refused input request ends the call, and nothing is sent again.',
      unknown: 'A result of an unknown type is invalid.',
    },
  },
  'protocol.request-state': {
    promise: 'The state of a request is the server’s own.',
    section: '2026-07-28 basic/utilities/mrtr, "Request State"',
    variants: modern,
    clauses: {
      echoed: 'It goes back exactly as it came.',
      absent: 'None is sent where none was given.',
      renewed: 'The state of the last round replaces that of the one before.',
      unshared: 'It is sent with no other request.',
    },
  },
  'protocol.round-limit': {
    promise: 'A server cannot ask for ever before it returns a result for one request.',
    section: '2026-07-28 basic/utilities/mrtr; host limit',
    variants: modern,
    clauses: {
      ended:
        'After ten rounds the call ends with an explanation, and the person is not asked again.',
      alive: 'The connection goes on.',
      many: 'A round that asks for more than 32 things is refused, and nothing of it is answered.',
    },
  },
  'protocol.tasks': {
    promise: 'A call that becomes a task is polled to its result.',
    section: '2025-11-25 basic/utilities/tasks; extension io.modelcontextprotocol/tasks',
    variants: plain,
    clauses: {
      result: 'The result of the task is the result of the call.',
      states: 'How the task stands is reported.',
    },
  },
  'protocol.task-cancel': {
    promise: 'A task is cancelled at the server.',
    section: '2025-11-25 basic/utilities/tasks; extension io.modelcontextprotocol/tasks',
    variants: plain,
    clauses: { notified: 'The server is notified, and what came of it is reported.' },
  },
} as const satisfies Record<string, Requirement>
