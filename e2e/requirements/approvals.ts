import type { Requirement } from './requirement.ts'

/** Which calls a chat asks about. */
export const approvalRequirements = {
  'approvals.modes': {
    promise:
      'A chat asks about the calls that its mode names, by fixed rules, and no mode asks about none.',
    clauses: {
      rules: 'Each mode runs what its rules allow, and asks about everything else.',
      few: 'Of fifteen calls of trusted servers four are asked about in the middle mode, and one in the widest.',
      record: 'What ran by the mode is in the record with its rule.',
      workspace: 'The mode of a workspace counts in chats that have none of their own.',
      sent: 'A call that the mode let run is not sent once the mode, or the trust, is another.',
      count: 'After 50 calls in a turn that no one was asked about, the person is asked.',
      exfiltration: 'Text of one server on its way to another is asked about in every mode.',
      'rug-pull': 'A trusted tool that is changed asks in every mode.',
      shown:
        'The transcript marks and counts what ran by mode, and one press has each call asked about.',
    },
  },
  'approvals.consent': {
    promise: 'A wider mode is one consent.',
    clauses: {
      wider:
        'It lists, server by server, what would run and what would ask, and servers are trusted in the same press.',
      narrower: 'A narrower mode needs no consent.',
    },
  },
  'approvals.trust': {
    promise:
      'What a server declares counts once the person trusts the server, as it was declared then.',
    clauses: {
      counts: 'Without trust nothing runs by a mode.',
      pinned: 'A tool that is declared otherwise later asks, and the card shows the change.',
      marks: 'The person marks a tool as read-only where its server leaves that open.',
      revoked: 'Trust is taken back in one press.',
    },
  },
} as const satisfies Record<string, Requirement>
