import type { Requirement } from './requirement.ts'

/** The way to the network of models, and of servers without settings of their own. */
export const networkRequirements = {
  'network.proxy': {
    promise:
      'Models, and servers without a proxy of their own, use the proxy of Settings, Network.',
    clauses: {
      form: 'It is entered, saved and tested in Settings, and a model answers through it.',
      consent: 'Another proxy is asked about in the consent window, by its address and user.',
      password:
        'Its password is in the keychain, is sent to no page, and is listed among the secrets.',
      precedence: 'A server’s own setting comes first, then that of the app, then the system’s.',
      loopback: 'This computer is reached directly.',
    },
  },
  'network.authorities': {
    promise:
      'Certificate authorities of a file that the person picks are trusted besides the usual ones.',
    clauses: {
      shown: 'Subject, issuer, validity and fingerprint of each certificate are shown.',
      consent: 'Certificates that were not trusted before are asked about in the consent window.',
      form: 'The file is picked in Settings, and a copy of what was shown is trusted.',
    },
  },
  'network.test': {
    promise: 'A test states how an address was reached, or what stood in the way.',
    clauses: {
      reached: 'Any response counts, and the proxy that it came through is named.',
      failed: 'A proxy that refuses the password, refuses the address or is not there is named.',
    },
  },
  'network.models': {
    promise: 'Requests to models follow the setting.',
    clauses: {
      proxy: 'The list and the answer of a model come through the proxy.',
      authorities: 'A private authority is believed with its file only, and the failure says so.',
      failed: 'A proxy that cannot be used is told apart from a provider that cannot be reached.',
    },
  },
} as const satisfies Record<string, Requirement>
