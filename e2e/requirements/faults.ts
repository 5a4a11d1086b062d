import type { Requirement } from './requirement.ts'
import { http } from './variants.ts'

/** Connections whose network or server fails; proved with real servers behind a faulty network. */
export const faultRequirements = {
  'faults.one-request': {
    promise: 'A request that fails on the network is the only one that fails.',
    variants: http,
    clauses: {
      others: 'A reset of one request ends no other call and no session.',
      down: 'A server that cannot be reached is reported as down, once.',
    },
  },
  'faults.outcome': {
    promise: 'The outcome of a call is reported as far as it is known.',
    variants: http,
    clauses: {
      once: 'Under no fault is a call executed twice.',
      unknown: 'A call that was executed is never reported as one that was not.',
    },
  },
  'faults.unread': {
    promise: 'A call whose response cannot be used is reported as one that may have run.',
    clauses: {
      result: 'A result that cannot be read does not show what was done.',
      task: 'A task with an unknown outcome suspends the permission of its call.',
      killed: 'A result that was not kept before a kill is asked for again.',
    },
  },
  'faults.cut-off': {
    promise: 'A response that is cut off ends its call at once.',
    clauses: {
      'at-once': { statement: 'The call ends as one that may have run.', variants: http },
      own: 'It does not affect a later call.',
      resumable: 'It does so too on a stream that could be resumed.',
    },
  },
  'faults.asked-once': {
    promise: 'What a server asks is put before the person once, however often it arrives.',
    clauses: {
      http: 'Over Streamable HTTP, repeated at once, later and after the answer.',
      stdio: 'Over stdio.',
    },
  },
  'faults.refused-start': {
    promise: 'A server that is too busy to be connected is not pressed.',
    clauses: {
      'one-request': 'A start that is refused for now is one request.',
      words: 'The problem is explained by the status, not blamed on the URL.',
    },
  },
  'faults.recovery': {
    promise: 'A server that failed for a cause that may pass is tried again by itself.',
    clauses: {
      back: 'It is connected again when it is back, after every bad spell.',
      asked: 'It is asked again at the time that it set, and not before.',
      slowly: 'Tries come ever more slowly, never stop, and models keep its tools.',
      fresh: 'A try of the person counts as the first and waits for nothing.',
      shown: 'The time of the next try is shown.',
    },
  },
  'faults.stopping': {
    promise: 'A call that comes while a server is stopped or changed leaves nothing stuck.',
    clauses: {
      waits: 'It waits for the stop and for the start after it.',
      changed: 'It gets the server as it was changed.',
    },
  },
  'faults.removed': {
    promise: 'A server that was removed does nothing more.',
    clauses: {
      never: 'It does not start again, whoever asks for it.',
      asks: 'What was asked about it or by it is withdrawn.',
      words: 'A call that waited for it ends with the reason why it was not made.',
    },
  },
  'faults.questions': {
    promise: 'What a server asks for a call ends with that call.',
    clauses: { failed: 'It is withdrawn when the call failed, was lost or timed out.' },
  },
  'faults.poisoned': {
    promise: 'What a provider would refuse in every later request ends no chat.',
    clauses: {
      characters: 'Half a character is replaced, wherever in the request it stands.',
      pictures: 'What is not a picture of its kind, or too large, is named and not sent as one.',
    },
  },
  'faults.app-tools': {
    promise: 'Tools that are for the views of an app only are not for models.',
    clauses: {
      hidden: 'They are not offered to a model.',
      counted: 'They are not counted.',
      said: 'The page of the server names each of them.',
    },
  },
  'faults.traffic': {
    promise: 'What a person takes and decides is neither latency nor an error.',
    clauses: {
      latency: 'The time that a person takes is not latency, of the request or of its call.',
      refusal: 'A person’s no is marked as one.',
      summary: 'The summary counts neither.',
    },
  },
  'faults.manual': {
    promise: 'A call in manual mode is not reported as if a model were there.',
    clauses: { words: 'No note of a failed call names a model.' },
  },
} satisfies Readonly<Record<string, Requirement>>
