import type { Threat } from './threat.ts'

const describe = 'packages/llm/src/listing/describe-local.test.ts'
const assume = 'packages/llm/src/assume-facts.test.ts'
const headers = 'packages/host/src/model-providers/provider-headers.test.ts'
const sent = 'packages/llm/src/own-headers.test.ts'
const network = 'packages/host/src/network-settings/network-settings.test.ts'

/** Attacks by a model endpoint, real or pretended, through facts of models and headers. */
export const threats: Threat[] = [
  {
    id: 'models.lying-context',
    attacker: 'model',
    tries:
      'Reports a context of -1, of 1e308, of one token, or as text, so that all of a chat is cut, or none of it and the request is refused.',
    stoppedBy:
      'A size counts only as a whole number from 256 to 100,000,000, whoever reports it and on whichever route; anything else is ignored. What the person sets wins.',
    remains: 'A size in between that is wrong is believed until the person sets another.',
    tests: [
      { file: describe, title: 'a context of %j is not believed, whoever reports it' },
      {
        file: 'packages/host/src/model-providers/local-details.test.ts',
        title:
          'what the person says of a model wins, survives a refresh and another key, and is taken back',
      },
    ],
  },
  {
    id: 'models.engine-flood',
    attacker: 'model',
    tries:
      'Responds to requests about its models with megabytes, with deep nesting, with 300,000 models that are loaded, or never ends.',
    stoppedBy:
      'Of each response 1 MiB is read and 50,000 values; 200 models are asked about, four at a time, for three seconds in all. What is more is not read, and the list stays as it was.',
    tests: [
      {
        file: describe,
        title: 'a response of megabytes about a model is not read to its end, and the list stays',
      },
      {
        file: describe,
        title:
          'of 80,000 models the first 2,000 are kept and the first 200 asked about, while main stays responsive',
      },
      {
        file: describe,
        title: '300,000 models that are reported as loaded are not looked through',
      },
      {
        file: describe,
        title: 'an engine that never ends its responses holds the list up no longer than it may',
      },
    ],
  },
  {
    id: 'models.asked-elsewhere',
    attacker: 'model',
    tries: 'Has the app send the names of models to an address that is no engine on this machine.',
    stoppedBy:
      'Engines are asked at loopback alone, and with POST only once the person connected or listed them; the search for engines sends GET and nothing of the person’s.',
    tests: [
      { file: describe, title: 'nobody but an engine on this machine is asked' },
      {
        file: 'packages/llm/src/listing/discover-local.test.ts',
        title: 'are asked with GET only, without anything of the person’s',
      },
    ],
  },
  {
    id: 'models.assumed-price',
    attacker: 'model',
    tries: 'Takes the name of a cheap model, so that the cost limit of a chat is never reached.',
    stoppedBy:
      'A price is assumed at the address of the model’s maker alone, and shown as assumed with its month.',
    remains: 'A provider that lists a wrong price is believed until the person sets another.',
    tests: [
      {
        file: assume,
        title:
          'assumes a price at the maker’s own address alone, with the month in which it was written down',
      },
    ],
  },
  {
    id: 'models.header-elsewhere',
    attacker: 'configuration',
    tries:
      'Changes the address of a provider on disk or in the form, so that its headers go to another host; or responds with a redirect.',
    stoppedBy:
      'Headers are bound to the origin that they were given for, compared where they are read, and typed again for another. Redirects are not followed.',
    tests: [
      {
        file: headers,
        title:
          'a header follows to no other address, neither to test it nor to save it, nor from the disk',
      },
      { file: sent, title: 'no header reaches the address to which a redirect leads' },
    ],
  },
  {
    id: 'models.header-called-plain',
    attacker: 'page',
    tries:
      'Calls a header that is kept as a secret a plain one, so that what an endpoint says of it is not hidden.',
    stoppedBy: 'What was kept as a secret stays one until another value is typed.',
    tests: [
      {
        file: headers,
        title: 'a header that was kept as a secret stays one, whatever the window calls it',
      },
    ],
  },
  {
    id: 'models.header-changes-request',
    attacker: 'page',
    tries:
      'Adds a header that names another host, another length, a cookie, the key, or a second line of headers.',
    stoppedBy:
      'Main and the adapter refuse such names and values each for itself; a header of a new name for an address is asked about in the consent window.',
    tests: [
      {
        file: headers,
        title: 'the header %j is refused by main, whatever the window let through',
      },
      { file: headers, title: 'no header takes the place of a key, typed or stored' },
      {
        file: headers,
        title:
          'a first header for an address is asked about with its name alone, other values are no news',
      },
      { file: sent, title: 'the header %s that only the disk could name is not sent' },
    ],
  },
  {
    id: 'models.header-comes-back',
    attacker: 'model',
    tries:
      'Repeats the secret value of a header in a list, a response or an error, so that it is shown or kept.',
    stoppedBy:
      'Secret values and the tokens in them are hidden like the key in all that an endpoint sends, from 8 characters on.',
    remains: 'A value that is not marked as secret is shown as it is.',
    tests: [
      {
        file: headers,
        title: 'a secret header is hidden in what comes back, its token apart as well',
      },
    ],
  },
  {
    id: 'turns.other-model',
    attacker: 'model',
    tries:
      'Breaks off, so that "Continue" has it asked again with all that came since, although the person chose another for the chat meanwhile.',
    stoppedBy: 'Continue asks the model that the chat shows.',
    tests: [
      {
        file: 'packages/host/src/chat/turns/turn-ending.test.ts',
        title:
          'a turn that does not simply end › goes on with the model that the chat shows, not with the one that broke off',
      },
    ],
  },
  {
    id: 'models.removed-provider',
    attacker: 'model',
    tries:
      'To go on receiving a chat and its key after the person removed the provider, or gave it another address, while a call waited.',
    stoppedBy: 'The stored provider is looked at before each step of a turn.',
    tests: [
      {
        file: 'packages/host/src/chat/conversations/changed-provider.test.ts',
        title: 'a provider that was removed while a call waited is sent nothing more',
      },
      {
        file: 'packages/host/src/chat/conversations/changed-provider.test.ts',
        title: 'a provider that has another address now is sent the next step there',
      },
    ],
    remains: 'An answer that streams already is not stopped by that; Stop does it.',
  },
  {
    id: 'network.page-script',
    attacker: 'page',
    tries:
      'Sets a proxy and a certificate authority of its own for all models and servers, to read keys and chats.',
    stoppedBy:
      'Another proxy, another user of it and certificates that were not trusted before are decided in the consent window, which shows what main read.',
    tests: [
      {
        file: network,
        title:
          'another proxy is put before the person with its user; the password is in the keychain only',
      },
      {
        file: network,
        title: 'new certificates are consented to by what they are, fewer are not asked about',
      },
    ],
  },
  {
    id: 'network.swapped-file',
    attacker: 'program',
    tries: 'Replaces the file of certificate authorities between its display and its use.',
    stoppedBy:
      'Main reads the file again and compares its digest with the one that was shown. The app trusts its own copy.',
    tests: [
      { file: network, title: 'a file that was changed after it was shown is not asked about' },
      {
        file: 'packages/mcp/src/system/network/network-access.test.ts',
        title: 'a copy is stored of what was shown; a file that was changed since is not',
      },
    ],
  },
  {
    id: 'network.proxy-password',
    attacker: 'page',
    tries: 'Points the app at another proxy and keeps the stored password.',
    stoppedBy: 'The password is bound to the origin of the proxy and to the user.',
    tests: [
      {
        file: network,
        title: 'a stored password stays for the same proxy and user, and is refused for another',
      },
    ],
  },
]
