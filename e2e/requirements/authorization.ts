import type { Requirement } from './requirement.ts'

/** Sign-in at servers (OAuth 2.1). What each behaviour of an authorization server leads to: docs/authorization.md. */
export const authorizationRequirements = {
  'signin.person': {
    promise: 'Nobody is signed in, and no page is opened, before the person agreed.',
    clauses: {
      asked: 'The card shows the host of the sign-in page and the access that is asked for.',
      parties:
        'The card names who signs the person in and who gets the code, and warns where they are different hosts.',
      waits: 'No page is opened while the card waits for an answer.',
      copy: 'The link can be copied instead, and the window never holds it.',
      refused:
        'A refusal leaves the server with “Sign-in needed”, and the app does not ask again by itself.',
      again: 'Start asks again.',
      browser: 'A window of the browser of this computer leads through the sign-in and back.',
      windows: 'Of two windows the first answer counts, and only its code is exchanged.',
      denied:
        'A person who denies in the browser is not signed in, and the page in the browser shows this.',
    },
  },
  'signin.use': {
    promise: 'After a sign-in the server is used as any other.',
    clauses: {
      ready: 'The start continues automatically, and tools run.',
      restart: 'After a restart the person is not asked again.',
      refresh: 'A token that expired is renewed without a question.',
      more: 'A call that needs more access waits for the person, and then runs once.',
      record: 'Activity shows which page was opened, and that it was agreed to.',
    },
  },
  'signin.kept': {
    promise: 'A sign-in outlasts expiries, restarts, crashes and quits.',
    clauses: {
      once: 'Twenty calls at once with an expired token lead to one refresh.',
      soak: 'A thousand expiries, each met by two calls at once, lead to one refresh each, and lose no session.',
      restarts: 'Twenty starts sign in once.',
      independent: 'A server that is not ours is used through expiries, more access and a restart.',
      window:
        'So it is in the real window, signed in to with a real browser, while the keychain is locked and gone in between.',
      killed:
        'Killed at any moment of a refresh, the app does not ask the person again if the issuer repeats a lost response.',
      strict:
        'Where the issuer does not, one sign-in repairs each kill between its response and the keychain, and no other kill costs anything: what was used is in the keychain.',
      quit: 'A quit waits for the response to a refresh until that is in the keychain, for three seconds.',
      words:
        'An issuer that cannot be reached, or that asks to wait, loses nothing and is tried again by the next call.',
    },
  },
  'signin.keychain': {
    promise: 'A keychain that is locked or gone loses no sign-in unsaid.',
    clauses: {
      settings:
        'Settings list a sign-in by its issuer; deleted there, it is revoked, and the server asks again.',
      locked:
        'If it is locked, the start reports that and asks for no sign-in; once it is unlocked, Retry continues.',
      later:
        'What came while it was locked gets there once it is open, and no file holds it meanwhile.',
      none: 'Without one a sign-in is kept in memory until quit, the card states this, and nothing is written.',
      damaged:
        'An entry that is not a sign-in is reported, left alone until the next sign-in, and affects no other server.',
    },
  },
  'signin.page': {
    promise: 'A server’s page shows its sign-in and ends it.',
    clauses: {
      shown: 'Issuer, scopes, expiry, client and redirect URI are shown.',
      trace: 'The last sign-in is shown step by step, without secrets, and can be copied.',
      responses:
        'Each step shows which URL was requested, what it responded, what was chosen and why.',
      language: 'Its steps are shown in the language of the window.',
      out: 'Signing out stops the server, revokes the tokens and leaves nothing of it in the keychain.',
      forget: 'Of a client that is forgotten nothing is shown any more.',
    },
  },
  'signin.secrets': {
    promise: 'What signs the person in is in the keychain alone.',
    clauses: {
      keychain: 'Tokens are in the keychain.',
      files: 'No token, code or verifier is in a file of the profile.',
      window: 'None of them is in the window, or in a response to it.',
      echoed: 'A token that a server repeats is hidden.',
      removed: 'Removing the server removes them.',
      crash: 'A crash of the window or of the app leaves none of them in a file.',
      refused:
        'Where the keychain refuses one write nothing is lost: tokens stay in memory, and it is tried again.',
    },
  },
  'signin.redirect': {
    promise: 'The person chooses where the browser comes back after a sign-in.',
    clauses: {
      shown: 'The whole redirect URI is shown, and can be copied to register a client by hand.',
      fixed: 'The browser returns to the host and port that were set, on this computer only.',
      kept: 'A registration is used again while its redirect URI can be: a random port registers once.',
      changed: 'Another host or fixed port causes a new registration.',
      busy: 'A fixed port that another program uses is named with a way out, and the person is not asked.',
      link: 'The installed app can be opened by a link instead, whose state is checked as strictly.',
      unasked: 'A link that no sign-in waits for does nothing.',
    },
  },
  'signin.given': {
    promise: 'A client that was registered by hand is entered once, for one authorization server.',
    clauses: {
      consent:
        'What is consented to names the authorization server and the client, and shows no secret.',
      elsewhere:
        'Nothing is sent to another authorization server, and for another one the secret is typed again.',
      use: 'Tools run without a question, and the page of the server says whose client it is.',
      keychain: 'Its secret is in the keychain alone, after a restart too.',
      removed: 'Removing the server removes it.',
      statement:
        'A file with an identity assertion is named in the consent window and read whenever tokens are needed.',
      provider:
        'Without an ID token file the card leads the person to their identity provider, once, and a sign-out deletes its token.',
      employer:
        'An identity provider is named in the consent window, alone receives the identity of the person, and its refusal is explained.',
    },
  },
  'signin.direct': {
    promise: 'A client that was registered by hand is used as the person entered it.',
    clauses: {
      secret: 'With a secret or a key of its own it gets tokens without a browser.',
      renewed: 'Its tokens are renewed by themselves, once for all calls that need them.',
      issuer: 'Nothing of it is sent to another authorization server than the one it is for.',
      once: 'A refusal is explained, and nothing is retried automatically.',
      scopes: 'Where the person entered scopes, no others are requested.',
      provider:
        'Without an ID token file the person signs in at the provider once, also across expiries and restarts.',
      often:
        'A server that takes none of its tokens gets no other one for ten minutes, and one that refuses each after a while 30.',
      statement:
        'An identity assertion is read again for each token, and nothing else is sent as one.',
      employer:
        'The word of an identity provider is exchanged there for one that only the server takes.',
    },
  },
  'signin.bound': {
    promise:
      'Where both servers can do that, tokens are bound to a key that never leaves this computer.',
    clauses: {
      proof: 'Each request has a proof of its own, after a restart too.',
      nonce: 'The numbers that both servers want are in it, whenever they change.',
      required: 'Where a server takes no other tokens, none of another kind is kept.',
    },
  },
  'signin.stranger': {
    promise: 'A registration that its server no longer knows is repeated.',
    clauses: {
      once: 'Once, and then the person signs in.',
    },
  },
} satisfies Record<string, Requirement>
