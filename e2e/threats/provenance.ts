import type { Threat } from './threat.ts'

const attacks = 'packages/host/src/provenance/exfiltration.test.ts'
const found = 'packages/host/src/provenance/find-flows.test.ts'
const rules = 'packages/host/src/chat/tool-calls/call-provenance.test.ts'

/** Attacks that leak the content of another server or a file. */
export const threats: Threat[] = [
  {
    id: 'provenance.exfiltration',
    attacker: 'server',
    tries:
      'Has a result tell the model to send what it read from a second server to a third: as it is, encoded, backwards, in pieces over arguments and calls, in links, addresses of images, names of arguments and of tools.',
    stoppedBy:
      'Text in the arguments is compared with all that the chat read; what another server gave is named on the card with its source, and a tool that runs without asking is asked about.',
    remains:
      'Paraphrase, translation, encryption, compression, quoted-printable text, entities of HTML in hex or of letters beyond Latin ones, letters among other letters, runs of fewer than six different characters, pieces of fewer than 12 characters to several receivers, and what was read in another chat are not recognised. Of a text in pieces over calls the first ones are gone before enough is there to be recognised. Everyday words of fewer than 40 characters are not told of',
    tests: [
      { file: attacks, title: 'is shown with its source before it leaves: $title' },
      {
        file: attacks,
        title:
          'of 200 turns in which nothing goes from one server to another, fewer than 2 % are asked about',
      },
      { file: found, title: 'in pieces over several calls' },
      { file: found, title: 'in pieces under other names over several calls' },
      { file: found, title: 'an error that a server gave is a source' },
      { file: found, title: 'a backslash before a letter does not hide it' },
    ],
  },
  {
    id: 'provenance.costly-texts',
    attacker: 'server',
    tries:
      'Gives results, or has the model write arguments, that are so large or so alike that comparing them blocks the app, or that the comparison times out and the call runs.',
    stoppedBy:
      'The comparison takes time in proportion to the texts, in turns of the event loop; what is beyond its limits is named on the card, and asked about.',
    tests: [
      {
        file: found,
        title:
          'looks up every few thousand characters, so that nothing else waits for a megabyte of arguments',
      },
      { file: found, title: 'takes time in proportion where everything is alike' },
      { file: rules, title: 'a call of which not all was compared is asked about' },
      { file: found, title: 'a file that cannot be read now is reported, and read the next time' },
      { file: found, title: 'a search that is stopped ends at once, and another one goes on' },
    ],
  },
  {
    id: 'provenance.rule-of-another',
    attacker: 'page',
    tries: 'Gives itself a rule that lets text go, or uses one that was given for another program.',
    stoppedBy:
      'What lets text go with fewer questions is decided in the consent window; it holds for the very servers that they were, and is looked at again when the call is sent.',
    tests: [
      { file: rules, title: 'a rule that lets text go is asked about in the consent window first' },
      {
        file: rules,
        title: 'a rule that lets text go ends when one of the servers is another one',
      },
      { file: rules, title: 'a rule that was taken back meanwhile keeps a call from being sent' },
      {
        file: rules,
        title: 'a refusal holds for what the person wrote into the arguments as well',
      },
    ],
  },
]
