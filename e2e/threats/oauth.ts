import type { Threat } from './threat.ts'

const signIn = 'packages/mcp/checks/authorization/sign-in.test.ts'
const refresh = 'packages/mcp/checks/authorization/refresh.test.ts'
const direct = 'packages/mcp/checks/authorization/direct-grants.test.ts'
const client = 'packages/host/src/secrets/oauth-client-secrets.test.ts'
const listener = 'packages/oauth/src/redirect-listener.test.ts'
const prompt = 'packages/host/src/server-requests/sign-in-prompt.test.ts'
const hostile = 'packages/mcp/checks/authorization/hostile-issuer.test.ts'
const mask = 'packages/host/src/masking/live-mask.test.ts'
const endToEnd = 'e2e/sign-in.spec.ts'
const keychain = 'e2e/sign-in-keychain.spec.ts'
const whole = 'a server is signed in to in the browser, and nobody is asked again after a restart'

export const threats: Threat[] = [
  {
    id: 'oauth.page-address',
    attacker: 'server',
    tries: 'To have a script, a file or a page without TLS opened as its sign-in page.',
    stoppedBy:
      'The address is checked before the person is asked, and again by the one way out to the browser.',
    tests: [
      {
        file: signIn,
        title:
          'what an authorization server may do › a sign-in page that is %s is never opened (%s)',
      },
    ],
  },
  {
    id: 'oauth.unseen-page',
    attacker: 'server',
    tries: 'To lead the person to a page that looks like another one, or to open it unasked.',
    stoppedBy:
      'The card sets the host apart and marks doubtful ones, nothing is opened before the person agreed, and main opens only the page that was shown.',
    tests: [
      { file: endToEnd, title: whole },
      {
        file: prompt,
        title: 'a response for another page than the one that was shown opens nothing',
      },
    ],
    remains: 'Whether the host is the right one to sign in at is for the person to know.',
  },
  {
    id: 'oauth.mix-up',
    attacker: 'server',
    tries:
      'To get the code of another authorization server, by responding in its place or naming it in its own metadata.',
    stoppedBy:
      'Each sign-in has a port and a state of its own; the issuer in the response and in the metadata must be the one that was asked.',
    tests: [
      {
        file: signIn,
        title: 'what an authorization server may do › a response with %s signs nobody in',
      },
      { file: signIn, title: 'what an authorization server may do › %s begins no sign-in' },
      {
        file: hostile,
        title:
          'of two sign-ins at once › the response to one is of no use in the other, and both go on',
      },
      {
        file: hostile,
        title:
          'of two sign-ins at once › who sends people to the page of an issuer that names itself gets no code of it',
      },
    ],
  },
  {
    id: 'oauth.forged-response',
    attacker: 'page',
    tries:
      'A page in the browser, or any program, sends responses to the listener of a sign-in, to put in a code of its own or to end it.',
    stoppedBy:
      'The listener takes one GET to one path of this computer with the right state, no origin and its own name; everything else learns nothing and ends nothing.',
    tests: [
      { file: listener, title: 'the redirect listener refuses %s' },
      {
        file: listener,
        title: 'the redirect listener takes one response with the right state, and no second one',
      },
      {
        file: signIn,
        title:
          'what an authorization server may do › a wrong response does not end the wait for the right one',
      },
    ],
  },
  {
    id: 'oauth.redirect-port',
    attacker: 'program',
    tries:
      'Another program of this computer listens where the browser is to come back, at a fixed port or at the other address of localhost.',
    stoppedBy:
      'The listener is open before its address is given out, on both addresses of localhost and on no other; where one of them is taken no sign-in begins.',
    tests: [
      {
        file: listener,
        title: 'a fixed port that another program has is named, and nothing is listened to',
      },
      { file: listener, title: 'a port that another program has in one family is not shared' },
      {
        file: listener,
        title: 'a redirect to %s is taken under that very name, and from this computer alone',
      },
      {
        file: 'packages/oauth/src/listen-on-loopback.test.ts',
        title: 'a computer whose localhost is %s is not listened on',
      },
    ],
  },
  {
    id: 'oauth.app-link',
    attacker: 'page',
    tries:
      'A page or program opens the app by a link, to put in a response of its own, to end a sign-in or to bring the window up.',
    stoppedBy:
      'A link counts with the right scheme, path and state only, once, and only while a sign-in that was set to wait for one does; every other link does nothing at all.',
    tests: [
      {
        file: 'packages/oauth/src/app-link-receiver.test.ts',
        title: 'a link with %s ends no sign-in',
      },
      {
        file: 'apps/desktop/src/main/app-links.test.ts',
        title: 'a link with no sign-in waiting does nothing',
      },
    ],
    remains:
      'Another program can claim the scheme and receive the authorization code in place of Gatehouse; the interface states it. Without the verifier (PKCE) the code is of no use at a server that checks it.',
  },
  {
    id: 'oauth.token-elsewhere',
    attacker: 'server',
    tries: 'To get a token that is for another server, by its address or by naming its resource.',
    stoppedBy:
      'What is kept is bound to the receiver and the issuer; the resource of the metadata must cover the address of the server.',
    tests: [
      {
        file: signIn,
        title:
          'what an authorization server may do › a token is given to nobody but the server that it is for',
      },
      {
        file: signIn,
        title:
          'what an authorization server may do › a resource that is another server begins no sign-in',
      },
      {
        file: signIn,
        title:
          'what an authorization server may do › a resource that is wider than the server is said on the card',
      },
    ],
    remains:
      'The resource may be wider than the server, up to its origin, as many servers name it: the card says so. Parties that share an origin and its authorization server share such a token.',
  },
  {
    id: 'oauth.call-twice',
    attacker: 'server',
    tries: 'To have a call run twice by refusing it after it ran.',
    stoppedBy:
      'A call is sent again only after a challenge that states it was not done, and at most twice, plus one more time where only the nonce in its proof was old.',
    tests: [
      { file: refresh, title: 'a call › that is refused without a challenge is not sent again' },
      {
        file: endToEnd,
        title: 'a call that needs more access waits for the person, and then runs once',
      },
    ],
    remains: 'A server that runs a call and says that it did not can run it again.',
  },
  {
    id: 'oauth.endless-questions',
    attacker: 'server',
    tries: 'To wear the person down with sign-ins that lead to nothing.',
    stoppedBy:
      'A refusal holds until the person starts the server; access that was asked for is not asked for again; a token that was never taken leads to no other sign-in, and four in ten minutes are the most.',
    tests: [
      {
        file: hostile,
        title: 'a person who refused › is not asked again by a start that they did not ask for',
      },
      { file: hostile, title: 'a person who refused › is asked by no ping' },
      {
        file: hostile,
        title:
          'a server that never takes a token › has the person asked once more, and not at each of its calls',
      },
      {
        file: hostile,
        title:
          'a server that never takes a token › has the person asked a few times where it takes each of them once',
      },
      {
        file: signIn,
        title:
          'a server behind a sign-in › is not asked again behind the back of a person who refused',
      },
      {
        file: signIn,
        title: 'a server behind a sign-in › does not ask for ever for access that it never gives',
      },
    ],
  },
  {
    id: 'oauth.endless-responses',
    attacker: 'server',
    tries: 'To hold main with metadata without end, or redirects that lead on for ever.',
    stoppedBy: 'A document has 256 KB, 15 seconds and three redirects.',
    tests: [{ file: signIn, title: 'what an authorization server may do › %s begins no sign-in' }],
  },
  {
    id: 'oauth.secrets-at-rest',
    attacker: 'program',
    tries: 'To find tokens, codes or verifiers in files of the profile.',
    stoppedBy: 'Tokens are in the keychain alone; codes and verifiers are nowhere.',
    tests: [
      { file: endToEnd, title: whole },
      {
        file: keychain,
        title: 'a crash of the window and of the app leaves no token, code or verifier in a file',
      },
      {
        file: keychain,
        title:
          'tokens that came while the keychain was locked get there once it is open, and nowhere else',
      },
      {
        file: keychain,
        title:
          'without a keychain a sign-in is kept until quit, the card says so, and nothing is written',
      },
    ],
    remains: 'Programs of the same person can ask the keychain where the system lets them.',
  },
  {
    id: 'oauth.secrets-shown',
    attacker: 'server',
    tries: 'To have a token shown, or told to a model, by repeating it in a result.',
    stoppedBy: 'Every token is hidden in all that comes back, from before it is used.',
    tests: [
      {
        file: refresh,
        title: 'a call › reports every secret that must be hidden before it is used',
      },
      {
        file: mask,
        title: 'a token that a server was given later is hidden, and so is the one before it',
      },
      {
        file: mask,
        title: 'a token that stays while others change is hidden at every change',
      },
      {
        file: mask,
        title: 'a token that a server chose › is hidden however much of it a long text still holds',
      },
    ],
  },
  {
    id: 'oauth.link-in-the-window',
    attacker: 'page',
    tries: 'To read the state of a sign-in out of the window and answer in the person’s place.',
    stoppedBy: 'The link stays in main, which opens or copies it itself.',
    tests: [
      { file: prompt, title: 'what ties the response to a sign-in is in no ask and in no record' },
      {
        file: endToEnd,
        title:
          'a sign-in that is refused is not asked for again by itself, and its link can be copied',
      },
    ],
  },
  {
    id: 'oauth.client-elsewhere',
    attacker: 'server',
    tries:
      'To get the secret of a client, or a statement of who this computer is, by naming an authorization server of its own.',
    stoppedBy:
      'A client that was registered by hand is for one issuer; when the server names another one nothing is sent, and both are named.',
    tests: [
      {
        file: direct,
        title:
          'a client with a secret of its own › is sent to no other authorization server than the one in the settings',
      },
    ],
  },
  {
    id: 'oauth.client-secret-moved',
    attacker: 'page',
    tries:
      'To have the secret of a client kept for another issuer, client or server, by saving settings that leave it as it is.',
    stoppedBy:
      'A secret is bound to issuer, client and server; for others it is typed again, and the person reads for whom it is in a window of main’s own.',
    tests: [
      { file: client, title: 'the secret of a client › that was given for one is not kept for %s' },
      {
        file: client,
        title:
          'the secret of a client › is not kept before the person agreed, who sees for whom it is',
      },
      {
        file: client,
        title:
          'the secret of a client › is not sent when the record names another issuer than it was given for',
      },
      {
        file: client,
        title: 'an issuer that reads as another host is shown as the host that it is',
      },
    ],
  },
  {
    id: 'oauth.client-secret-left',
    attacker: 'program',
    tries: 'To find the secret of a client in files, or in the keychain when its server is gone.',
    stoppedBy:
      'It is in the keychain alone, and goes from there with the client and with the server.',
    tests: [
      {
        file: endToEnd,
        title:
          'a client with a secret of its own is entered once, and gets its tokens without a person',
      },
      {
        file: client,
        title:
          'the secret of a client › is forgotten with the client, and so is what was given to that',
      },
    ],
  },
  {
    id: 'oauth.statement-of-another-kind',
    attacker: 'server',
    tries: 'To get the content of another file in place of a statement of who this is.',
    stoppedBy:
      'Nothing is sent that is not a signed token, and only from the file that the person read in the consent window: a small one, read when it is needed.',
    tests: [
      {
        file: 'packages/oauth/src/assertion-file.test.ts',
        title: 'a folder, a large file and one that is not there are not assertions',
      },
      {
        file: client,
        title: 'a statement (%s) is read where the person said, once it is needed',
      },
      {
        file: direct,
        title: 'a statement of who this is › that is not a signed token, is not sent',
      },
    ],
  },
  {
    id: 'oauth.home-identity',
    attacker: 'server',
    tries: 'To learn who the person is at their employer, or to get what could be used there.',
    stoppedBy:
      'The ID token goes to the identity provider alone; the server’s issuer gets a statement that is for it alone.',
    tests: [
      {
        file: direct,
        title:
          'a statement of who this is › of an employer is exchanged there for one that only the named server takes',
      },
    ],
  },
  {
    id: 'oauth.stolen-token',
    attacker: 'program',
    tries: 'To use a token that was read on its way, in a log of the server or of a proxy.',
    stoppedBy:
      'Where both servers can do that, a token is of use only with proofs of a key that is in the keychain.',
    tests: [
      {
        file: direct,
        title:
          'a token that is bound to a key › is sent with a proof for each request, and goes on after a restart',
      },
      {
        file: direct,
        title:
          'a token that is bound to a key › is what there must be where the server takes no others',
      },
    ],
    remains:
      'Where a server does not speak of it (RFC 9449), who has the token can use it until it expires.',
  },
]
