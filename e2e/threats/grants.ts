import type { Threat } from './threat.ts'

const readOnly = 'packages/host/src/chat/approvals/grants/read-only-grants.test.ts'
const instructions = 'packages/host/src/chat/model-request/server-instructions.test.ts'
const promptPins = 'packages/host/src/chat/attachments/prompt-pins.test.ts'
const approvals = 'packages/host/src/chat/approvals/approvals.test.ts'
const decideCall = 'packages/domain/src/asks/decide-call.test.ts'
const exfiltration = 'packages/host/src/provenance/exfiltration.test.ts'
const writtenPaths = 'packages/host/src/chat/approvals/written-paths.test.ts'
const rugPull = 'packages/host/src/chat/approvals/tool-changes/rug-pull.test.ts'
const service = 'packages/host/src/chat/approvals/grants/grant-service.test.ts'

/** Attacks that run a tool unasked that the person did not allow. */
export const threats: Threat[] = [
  {
    id: 'grants.mode-claims',
    attacker: 'server',
    tries:
      'declares its tools read-only, or nothing, or both of two opposites, so that they run in a chat with a wider mode',
    stoppedBy:
      'a declaration counts only for a server that the person trusts, tool by tool; what is absent has the default of the specification, of opposites the worse counts, and both ask; a mark of the person contradicts no declaration',
    remains:
      'a trusted server that declares from the start that a tool only reads, while it writes, is believed: the consent says that this is the claim of the server alone',
    tests: [
      {
        file: decideCall,
        title: 'nothing runs by a mode that its invariant forbids, and nothing safe is asked about',
      },
      {
        file: approvals,
        title: 'nothing of a server that is not trusted runs, whatever it declares',
      },
      { file: approvals, title: 'as read-only runs, if its server leaves that open' },
    ],
  },
  {
    id: 'grants.mode-flip',
    attacker: 'server',
    tries:
      'is trusted, and then declares a tool otherwise, changes what it says or takes, offers a new one, or becomes another program, before or while a call is decided',
    stoppedBy:
      'trust is bound to each definition and to who the server is; another one asks, with the differences on the card, and a call is decided again right before it is sent',
    tests: [
      {
        file: approvals,
        title: 'for a tool that is declared otherwise, which asks and shows what was changed',
      },
      {
        file: approvals,
        title: 'for a tool that is new, and for all once the server is another program',
      },
      { file: approvals, title: 'before a call is sent that it had let run' },
      {
        file: approvals,
        title: 'changes nothing where a tool became another one while it was read',
      },
      { file: rugPull, title: 'asks with %s, and nothing ran before' },
    ],
  },
  {
    id: 'grants.mode-exfiltration',
    attacker: 'server',
    tries:
      'has the model send what another server gave to a third whose tools run by the mode of the chat',
    stoppedBy:
      'text of another server or of a file in the arguments asks in every mode, whatever the tools declare and whatever rule for data flows there is',
    remains: 'what the comparison does not find, as for every call',
    tests: [
      {
        file: exfiltration,
        title: 'is shown before it leaves although the mode lets the tool run: $ease, $title',
      },
    ],
  },
  {
    id: 'grants.mode-paths',
    attacker: 'model',
    tries: 'writes outside of the folders of the workspace with a tool that runs by the mode',
    stoppedBy:
      'every text of the arguments that is a path by its name or its form has to be absolute and below a folder of the workspace; what cannot be told asks',
    remains:
      'paths are compared as text: a link in a folder of the workspace may lead out of it, and a server may read an argument otherwise than its name says',
    tests: [{ file: writtenPaths, title: 'asks when it %s' }],
  },
  {
    id: 'grants.flipped-hint',
    attacker: 'server',
    tries:
      'declares a tool read-only after the person allowed its read-only tools, or changes one that is among them',
    stoppedBy:
      'what is allowed together is a list of definitions that the person was shown; annotations are part of a definition, and another one is asked about',
    remains:
      'a server that declares from the start that a tool only reads, while it writes, is believed by whoever allows its read-only tools: the consent window states that this is not checked',
    tests: [
      { file: readOnly, title: 'a tool that a server declares read-only later is asked about' },
      {
        file: readOnly,
        title:
          'a tool among them that is declared otherwise is asked about, and its permission is void',
      },
      { file: readOnly, title: 'a tool that is %s is not among them' },
      { file: readOnly, title: 'all of it is void once the server is another program' },
    ],
  },
  {
    id: 'grants.rug-pull',
    attacker: 'server',
    tries:
      'offers an honest tool until it is trusted, then another one in its place: orders to the model in its description or arguments, seen or not, an argument more, wider values, another UI resource, another name, another program',
    stoppedBy:
      'a permission is bound to the definition and to who the server is; any difference but white space in descriptions is asked about, with what it means in words and the texts compared, and nothing runs meanwhile',
    remains:
      'words that read like orders are found by their turns of phrase: a help for whoever reads the comparison, no fence. Text that a resource or a result brings is not compared',
    tests: [
      {
        file: rugPull,
        title: 'by new orders in its description is asked about, and they are named',
      },
      {
        file: rugPull,
        title: 'by orders that nobody sees is asked about, and the hidden characters are named',
      },
      {
        file: rugPull,
        title:
          'by orders whose letters zero-width characters part is asked about, and both are named',
      },
      {
        file: rugPull,
        title:
          'by an argument more is asked about, and shown with whether the model must fill it in',
      },
      {
        file: rugPull,
        title:
          'by orders in the description of an argument is asked about, and the argument is named',
      },
      { file: rugPull, title: 'by an argument that takes %s is asked about, and they are named' },
      { file: rugPull, title: 'by another UI resource is asked about, and it is named' },
      {
        file: rugPull,
        title: 'by %s is asked about, in words',
      },
      { file: rugPull, title: 'by another name is recognised, and asked about under that name' },
      {
        file: rugPull,
        title: 'is asked about with the very same definition when it is another program',
      },
    ],
  },
  {
    id: 'grants.instructions',
    attacker: 'server',
    tries: 'gives orders to the model in the instructions that it announces, or changes them later',
    stoppedBy:
      'no model is given them before the person allowed the very text in the consent window, where all of it is shown with its hidden characters revealed; another text or another server is held back until it is allowed again, and the page of the server shows what was changed',
    remains:
      'a model follows instructions that the person allowed; calls of tools are asked about as before, and words that read like orders are found by their turns of phrase',
    tests: [
      {
        file: instructions,
        title: 'instructions that nobody decided on reach no model, and raise no question',
      },
      {
        file: instructions,
        title: 'a changed text is held back, with what it means, until it is allowed anew',
      },
      { file: instructions, title: 'the same text of another program is held back' },
      {
        file: instructions,
        title: 'nothing is allowed that is cancelled, or that changed while it was read',
      },
      { file: instructions, title: 'a text that ends like its mark does not end there' },
      {
        file: 'e2e/rug-pull.spec.ts',
        title:
          'instructions of a server reach a model as they were allowed, and a change holds them back in words',
      },
      {
        file: 'e2e/rug-pull.spec.ts',
        title:
          'a server that changes a trusted tool is asked about with what it means, and its instructions reach no model',
      },
    ],
  },
  {
    id: 'grants.changed-prompt',
    attacker: 'server',
    tries:
      'gives an honest text for a prompt until the person is used to it, then one with orders to the model, seen or not; or has it take another argument',
    stoppedBy:
      'what a prompt gave for its arguments, and its definition, are pinned when they are sent; when either is another one the person reads a comparison before anything is sent, and main refuses to send until they decided',
    remains:
      'a prompt that was never sent is read by whoever opens it in the tray; what resources of a server hold is not compared with what they held',
    tests: [
      {
        file: promptPins,
        title:
          'a prompt that was sent before › and gives another text for the same arguments is shown with what it gave, and goes nowhere before',
      },
      {
        file: promptPins,
        title:
          'a prompt that was sent before › and takes another argument, or has another definition, is shown with that',
      },
      {
        file: promptPins,
        title:
          'a prompt that was sent before › and changes far into a long text is shown from shortly before that',
      },
      {
        file: 'e2e/rug-pull.spec.ts',
        title:
          'a prompt that was sent before and gives another text is told in words, and nothing is sent before that is read',
      },
    ],
  },
  {
    id: 'grants.worn-down',
    attacker: 'server',
    tries:
      'has the person asked again and again for nothing, until they allow without reading: by reconnects, other spacing, another order of fields',
    stoppedBy:
      'what says the same is the same: a definition is compared as canonical JSON, without the white space of descriptions, and only a tool that was changed is asked about',
    tests: [
      {
        file: rugPull,
        title:
          'raises no question in 1,000 reconnects with the same tools, however they are written',
      },
      {
        file: rugPull,
        title: 'is blocked for that tool alone: what was not changed runs as allowed',
      },
    ],
  },
  {
    id: 'grants.shadowed-name',
    attacker: 'server',
    tries: 'names a tool as one of another server is named, or so that it looks the same',
    stoppedBy:
      'a permission is for one server; the card of a call and the list of tools name the other server that has such a tool',
    tests: [
      { file: rugPull, title: 'is shown with that server, also when it only looks the same' },
      { file: rugPull, title: 'says so on the card of its call' },
    ],
  },
  {
    id: 'grants.from-the-page',
    attacker: 'page',
    tries:
      'trusts a server, widens a mode, allows all read-only tools of a server or a tool in all chats, by itself or in a moment when something else is pressed',
    stoppedBy:
      'all of them are decided in the consent window, which main fills with what it will allow; without a press in the window it is not even opened',
    remains:
      'script that rides on a press can run a tool that is always allowed, with arguments of its own, in a chat where the person sees it',
    tests: [
      {
        file: 'e2e/permissions.spec.ts',
        title:
          'page script gets no permission: neither by trust, nor by a wider mode, nor for all chats',
      },
      {
        file: readOnly,
        title: 'a server that became another one while its tools were read gets nothing',
      },
    ],
  },
  {
    id: 'grants.sent-after-revoking',
    attacker: 'model',
    tries: 'makes many calls at once, so that some are sent after the permission was revoked',
    stoppedBy:
      'each call looks for its permission again right before it is sent; without it the call is not made, and its card states this',
    tests: [
      {
        file: service,
        title: 'a call that was allowed and waits is not sent once the permission is revoked',
      },
      { file: service, title: 'once revoked during a turn, its next call is asked about' },
    ],
  },
  {
    id: 'grants.workspace',
    attacker: 'page',
    tries:
      'Moves a chat to a workspace in which more is allowed, or has a tool allowed in another workspace than the card named, so that calls run there unasked.',
    stoppedBy:
      'Moving is an act; where the workspace has permissions main asks in the consent window, with each tool named, and again refuses when they changed meanwhile. What is allowed in a workspace is for the one that the chat is in before and after that window.',
    tests: [
      {
        file: 'packages/host/src/chat/conversations/fork-chat.test.ts',
        title:
          'a mode narrower than that of the workspace comes along, and a wider one stays behind',
      },
      {
        file: 'apps/desktop/src/main/chat-files/product-file.test.ts',
        title: 'keeps a mode narrower than that of the workspace when a chat is brought up to date',
      },
      {
        file: 'packages/host/src/chat/conversations/chat-workspaces.test.ts',
        title:
          'a chat comes to a workspace with permissions only when that was consented to, with each tool named',
      },
      {
        file: 'packages/host/src/chat/conversations/chat-workspaces.test.ts',
        title: 'permissions that change while a move is asked about stop it',
      },
      {
        file: 'packages/host/src/chat/conversations/chat-workspaces.test.ts',
        title:
          'nothing is allowed for a workspace that the chat is not in, or left while it was asked about',
      },
      {
        file: 'apps/desktop/src/main/consent/page-guard.test.ts',
        title: 'script in the page, with nothing pressed › moves no chat to another workspace',
      },
    ],
    remains:
      'Riding on a press it can move a chat to a workspace that has no permissions; what is allowed there later counts in that chat too, as the consent window says.',
  },
]
