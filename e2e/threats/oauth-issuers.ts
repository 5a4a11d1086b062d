import type { Threat } from './threat.ts'

const killed = 'apps/desktop/src/main/faults/killed-refreshes.test.ts'
const refresh = 'packages/mcp/checks/authorization/refresh.test.ts'
const reach = 'packages/oauth/src/address-policy.test.ts'
const discovery = 'packages/oauth/src/discovery.test.ts'
const outbound = 'packages/mcp/src/system/network/outbound-http.test.ts'
const hostile = 'packages/mcp/checks/authorization/hostile-issuer.test.ts'
const challenge = 'packages/oauth/src/challenge.test.ts'
const card = 'packages/ui/src/features/asks/server-ask-card.test.tsx'
const prompt = 'packages/host/src/server-requests/sign-in-prompt.test.ts'
const mask = 'packages/host/src/masking/live-mask.test.ts'

/** Attacks by an authorization server, or by whoever writes its metadata. */
const employer = 'packages/mcp/checks/authorization/employer.test.ts'
const repeats = 'packages/mcp/checks/authorization/direct-repeats.test.ts'
const direct = 'packages/mcp/checks/authorization/direct-grants.test.ts'
const elsewhere = 'packages/mcp/checks/authorization/cross-origin-redirect.test.ts'

export const threats: Threat[] = [
  {
    id: 'oauth.private-metadata',
    attacker: 'server',
    tries:
      'To have the host ask addresses on this computer, in the private network or where a cloud hands out credentials, by naming them as its metadata.',
    stoppedBy:
      'A server elsewhere leads to public addresses over https alone; of a name every address is checked when it is connected to.',
    tests: [
      { file: reach, title: 'a server elsewhere does not lead to %s' },
      {
        file: reach,
        title: 'a name that resolves to %s is not connected to for a server elsewhere',
      },
      { file: discovery, title: 'a challenge that names metadata at %s is not followed' },
      {
        file: discovery,
        title: 'a server whose metadata names %s as who signs in is not followed',
      },
      { file: discovery, title: 'metadata that leads on to %s is not followed' },
      { file: discovery, title: 'an %s at %s begins no sign-in' },
      {
        file: outbound,
        title:
          'a name or an address that leads to this computer is not even connected to where it may not be reached: %s',
      },
    ],
    remains:
      'Behind a proxy only the proxy knows which address a name has, so there only names and literal addresses are checked.',
  },
  {
    id: 'oauth.endless-tokens',
    attacker: 'server',
    tries:
      'To have tokens fetched without end, or for access that was not intended, where a client gets them by itself.',
    stoppedBy:
      'After a token that was not taken no other one is fetched for ten minutes, and after refusals 30 in that time are the most. Access that the person entered is all that is asked for.',
    tests: [
      {
        file: repeats,
        title:
          'a client that gets its tokens by itself › gets no other token for a while from a server that takes none of them, however often it is called',
      },
      {
        file: repeats,
        title:
          'a client that gets its tokens by itself › gets 30 tokens in ten minutes from a server that refuses each after one request',
      },
      {
        file: direct,
        title:
          'a client with a secret of its own › asks for what the settings name and for nothing beyond',
      },
    ],
    remains:
      'Where no access was entered the server chooses what is asked for, and the consent window states it; the issuer decides what the client gets, for that server alone (RFC 8707).',
  },
  {
    id: 'oauth.redirected-secrets',
    attacker: 'server',
    tries:
      'To get code, verifier, secret or registration of another issuer by having their requests, or the person, sent on.',
    stoppedBy:
      'Requests with something secret follow no redirect; what comes back from the browser must name the issuer that was asked.',
    tests: [
      {
        file: elsewhere,
        title:
          'an endpoint that sends its requests on to somebody else › gets no token for it, and nobody else hears of the code (%i)',
      },
      {
        file: elsewhere,
        title: 'an endpoint that sends its requests on to somebody else › registers nobody',
      },
      {
        file: elsewhere,
        title:
          'a sign-in page that sends the browser on to somebody else › signs nobody in with the response of that one',
      },
      { file: elsewhere, title: 'a code that was exchanged before signs nobody in' },
    ],
    remains:
      'Where an honest issuer does not name itself in its responses (RFC 9207), one whose page was forwarded is distinguished by the code alone.',
  },
  {
    id: 'oauth.foreign-identity',
    attacker: 'server',
    tries:
      'To have the person signed in under another identity at their employer, with an ID token that was given to another client or in another sign-in.',
    stoppedBy:
      'An ID token is used once issuer, client, nonce and end are those of this sign-in, and comes over TLS from the provider that the person named.',
    tests: [
      { file: employer, title: 'an ID token %s is not used' },
      { file: employer, title: 'a provider that gives no ID token signs nobody in' },
      {
        file: employer,
        title: 'signing out takes the identity from the keychain, and notifies the provider',
      },
    ],
  },
  {
    id: 'oauth.issuer-of-two-hosts',
    attacker: 'server',
    tries:
      'To have the metadata of an honest issuer asked of another host, or a private one behind a proxy, by an issuer whose path reads as a host.',
    stoppedBy:
      'Paths are set, never resolved; an issuer with an empty part of a path or a query is refused, and every address that is asked is checked first.',
    tests: [
      {
        file: hostile,
        title:
          'an issuer › that names another host in %s is asked nothing, and neither is the other',
      },
    ],
  },
  {
    id: 'oauth.code-elsewhere',
    attacker: 'server',
    tries: 'To have the person sign in at the page of an honest issuer, and to get the code of it.',
    stoppedBy:
      'The card names who signs the person in and who gets the code, and warns where they are of different owners; what was shown is what is agreed to.',
    tests: [
      {
        file: card,
        title:
          'a sign-in shows who signs the person in, who gets the code, and what else it is for',
      },
      { file: card, title: 'a sign-in that different hosts take part in warns of them: %o' },
      {
        file: prompt,
        title: 'a response for another sign-in than the one that was shown opens nothing: %o',
      },
      {
        file: hostile,
        title:
          'an issuer › that takes the code of a page elsewhere is named to the person as who gets it',
      },
    ],
    remains:
      'A person who continues at a page that they trust can still give the code to an attacker, where the honest issuer does not name itself in its response (RFC 9207).',
  },
  {
    id: 'oauth.unseen-wishes',
    attacker: 'server',
    tries:
      'To have the sign-in page asked for more than the card shows, by the query of its address.',
    stoppedBy:
      'Such an address is refused when it holds any parameter of OAuth or OpenID Connect; any other query is shown.',
    tests: [
      {
        file: hostile,
        title: 'a sign-in page › whose address asks for something by itself is never opened (%s)',
      },
      { file: hostile, title: 'a sign-in page › with a query of its own is shown with it' },
    ],
  },
  {
    id: 'oauth.unusable-tokens',
    attacker: 'server',
    tries:
      'To have every start fail, a token shown in an error, or the keychain filled, by a token, client id or secret that no request can hold.',
    stoppedBy:
      'What is given is at most 16,384 characters of ASCII that can be sent; the same is checked when it is read from the keychain.',
    tests: [
      { file: hostile, title: 'a token › with %s signs nobody in, and is repeated in no error' },
      {
        file: hostile,
        title: 'a token › that no header can hold is not read from the keychain either',
      },
      { file: hostile, title: 'a token › that lives for ever is kept' },
      { file: hostile, title: 'a registration with a %s asks nobody to sign in' },
    ],
  },
  {
    id: 'oauth.signed-out-again',
    attacker: 'server',
    tries:
      'To be signed in again after a sign-out or a removal, by a refresh whose response is late.',
    stoppedBy:
      'What comes after the end is kept nowhere and revoked at its issuer; what was kept for another address is removed.',
    tests: [
      {
        file: hostile,
        title:
          'signing out › while tokens are refreshed leaves none in the keychain, and none that works (%s)',
      },
      {
        file: hostile,
        title: 'signing out › after the address was changed leaves no token of the former one (%s)',
      },
    ],
  },
  {
    id: 'oauth.clear-text',
    attacker: 'server',
    tries:
      'To read tokens, or to choose the authorization server, on the way to a server that is asked without TLS.',
    stoppedBy:
      'Such a server gets no token, and the person is not asked to sign in to it, unless it is on this computer.',
    tests: [
      {
        file: hostile,
        title:
          'a server that is asked in the clear over a network › gets no token, and nobody is asked to sign in to it (%s)',
      },
    ],
  },
  {
    id: 'oauth.costly-challenge',
    attacker: 'server',
    tries: 'To hold main with a challenge that takes long to read.',
    stoppedBy: 'A challenge of more than 4,000 characters is none.',
    tests: [{ file: challenge, title: 'a challenge of many %s is read within 100 ms' }],
  },
  {
    id: 'oauth.filled-trace',
    attacker: 'program',
    tries:
      'To hide how a sign-in ended by filling its trace with requests to the redirect address.',
    stoppedBy:
      'Strangers are counted in one line, and of too many lines those in the middle are left out.',
    tests: [
      {
        file: hostile,
        title: 'the trace of a sign-in shows how it ended, whatever came to the redirect address',
      },
    ],
  },
  {
    id: 'oauth.costly-tokens',
    attacker: 'server',
    tries:
      'To hold main with the tokens that it gives, at each refresh or in each text that nearly repeats one.',
    stoppedBy:
      'What is hidden of a token is spelt once, a few tokens back; a text is looked through in time linear in it, where a token repeats itself by hiding more.',
    tests: [
      {
        file: mask,
        title:
          'a token that a server chose › of a usual size is learnt within 100 ms, at every refresh',
      },
      {
        file: mask,
        title: 'a token that a server chose › of %d characters is learnt within 100 ms',
      },
      {
        file: mask,
        title:
          'a token that a server chose › of %d equal characters holds nothing up in texts that nearly hold it',
      },
    ],
  },
  {
    id: 'oauth.lost-response',
    attacker: 'program',
    tries: 'To end sign-ins by ending the app while their tokens are refreshed.',
    stoppedBy:
      'A token is in the keychain before it is used, and a quit waits for it. With an issuer that repeats its response for a client that never got it no sign-in is lost.',
    tests: [
      {
        file: killed,
        title:
          'with a real Secret Service › a client that is killed while tokens are refreshed loses no sign-in where the issuer sends its response again',
      },
      {
        file: killed,
        title:
          'with a real Secret Service › a client that is killed while tokens are refreshed has to sign in once for each response that did not get into the keychain, where the issuer sends none again',
      },
      {
        file: refresh,
        title: 'leaving › waits for the response to a refresh until that is in the vault',
      },
    ],
    remains:
      'Killed between the response of an issuer that rotates refresh tokens without any grace and the keychain, the person signs in again.',
  },
  {
    id: 'oauth.refused-write',
    attacker: 'program',
    tries: 'To lose a sign-in whose refresh token rotates by having the keychain refuse one write.',
    stoppedBy:
      'What the keychain refuses stays in memory, the person is notified, and the write is retried until it succeeds.',
    tests: [
      {
        file: 'apps/desktop/src/main/refused-write.test.ts',
        title: 'a keychain that refuses the write of a renewed token loses no sign-in',
      },
      {
        file: 'packages/ui/src/features/settings/keychain-toasts.test.tsx',
        title: 'a keychain that refuses something is reported at once, until it works again',
      },
    ],
    remains:
      'A keychain that refuses until Gatehouse quits loses what was given out meanwhile: the person signs in again. One that is locked is not tried again by itself, as each try would ask for a password.',
  },
  {
    id: 'oauth.lost-secret',
    attacker: 'program',
    tries:
      'To keep the tokens of a sign-in from being forgotten by taking the secret of its client out of the keychain.',
    stoppedBy:
      'The secret serves the revocation at the issuer only: without it the tokens still go from the keychain.',
    tests: [
      {
        file: 'packages/host/src/server-sign-ins/server-sign-ins.test.ts',
        title:
          'signing out and forgetting work without the secret of the client, and report the change',
      },
    ],
    remains: 'They are not revoked at the issuer then, and are of use there until they expire.',
  },
]
