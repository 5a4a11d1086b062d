import { type MisbehaviourRow } from './misbehaviour-row.ts'

const http = { over: ['http'] } as const

/** Faults below the protocol. Ids are the transport faults of the hostile HTTP server. */
export const badTransportRows = [
  {
    id: 'another-content-type',
    does: 'responds with a web page',
    outcome: 'The call fails and names the content type',
    ...http,
  },
  {
    id: 'event-without-end',
    does: 'sends an event without end',
    outcome: 'Cut off at 16 MB; the call fails and names the size',
    ...http,
  },
  {
    id: 'lines-without-end',
    does: 'sends an event of lines without end',
    outcome: 'Cut off at 16 MB; the call fails and names the size',
    ...http,
  },
  {
    id: 'stream-without-response',
    does: 'keeps a stream alive and never responds on it',
    outcome: 'The call ends at its time limit',
    ...http,
  },
  {
    id: 'broken-chunks',
    does: 'breaks the chunked encoding',
    outcome: 'The call fails as a lost connection',
    ...http,
  },
  {
    id: 'gzip-bomb',
    does: 'responds with a gzip bomb',
    outcome: 'Cut off at 16 MB unpacked; the call fails and names the size',
    ...http,
  },
  {
    id: 'gzip-bomb-stream',
    does: 'streams a gzip bomb',
    outcome: 'Cut off at 16 MB unpacked; the call fails and names the size',
    ...http,
  },
  {
    id: 'broken-gzip',
    does: 'declares gzip and sends something else',
    outcome: 'The call fails as a lost connection',
    ...http,
  },
  {
    id: 'redirect-elsewhere',
    does: 'redirects to another origin',
    outcome: 'Not followed, nothing is sent there; the call fails and says so',
    ...http,
  },
  {
    id: 'success-with-an-error',
    does: 'responds with HTTP 200 and an error that is not a protocol message',
    outcome: 'The call fails with the words of that error',
    ...http,
  },
  {
    id: 'success-without-body',
    does: 'responds with HTTP 200 and nothing',
    outcome: 'The call ends at once as one that may have run',
    ...http,
  },
  {
    id: 'reset-in-the-body',
    does: 'resets the connection within a response',
    outcome: 'The call fails as a lost connection',
    ...http,
  },
  {
    id: 'reset-in-the-stream',
    does: 'resets the connection within an event',
    outcome: 'The call fails as a lost connection; the server is pinged',
    ...http,
  },
  {
    id: 'slow-headers',
    does: 'sends the headers of a response byte by byte',
    outcome: 'The call ends at its time limit',
    ...http,
  },
  {
    id: 'headers-without-end',
    does: 'sends headers without end',
    outcome: 'The call fails as a lost connection',
    ...http,
  },
] as const satisfies readonly MisbehaviourRow[]
