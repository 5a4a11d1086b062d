import type { Threat } from './threat.ts'

const approval = 'packages/ui/src/features/chat/approvals/approval-card.test.tsx'
const plan = 'packages/ui/src/features/chat/plan/plan.test.tsx'
const planKeys = 'packages/ui/src/features/chat/plan/plan-keys.property.test.tsx'
const anyKeys =
  'whatever is pressed, nothing is allowed that was not in view or counted, no key is dead, and all can be denied'
const together = 'packages/host/src/ask-queue/answer-plan.test.ts'
const hidden = 'packages/ui/src/kit/text/hidden-characters.test.ts'

/** Attacks that send or decide something without a person being able to see it. */
export const threats: Threat[] = [
  {
    id: 'unseen.form-lets-out',
    attacker: 'model',
    tries:
      'Folds away most of the arguments and breaks a rule of the tool, or makes a mistake that is easily put right: the form is opened, and its buttons let out what was never in view.',
    stoppedBy:
      'While something of the proposal was never in view it stands below the form with its count, and no button of the form works until it was opened, or the person chose to continue without viewing it.',
    tests: [
      {
        file: approval,
        title: 'is not allowed "anyway" from the form when the arguments break a rule of the tool',
      },
      {
        file: approval,
        title: 'is not let out by a change of another part, before it was shown below the form',
      },
    ],
  },
  {
    id: 'unseen.in-a-plan',
    attacker: 'model',
    tries:
      'Hides one bad call among many of one step, far down or folded, so that it is allowed with the others.',
    stoppedBy:
      'A key or button allows those calls alone of which every part was in view for half a second, with nothing folded, and none that is being edited; the key shows the next of the others instead; each once, as it was proposed, by the hash of what its row drew. A call that is not declared read-only, or with a warning, stands open. A line that does not hold all arguments is not the call: it is opened first. Main takes one press for one step, half a second after the last call came.',
    remains: 'Who scrolls through without reading allows without having read.',
    tests: [
      {
        file: plan,
        title:
          'are scrolled into view by the key, which says how many are left, and allows all by one press',
      },
      {
        file: plan,
        title: 'are those in view alone, where the button that names their number is pressed',
      },
      { file: plan, title: 'are not those with a part that is folded, until it is opened' },
      {
        file: plan,
        title: 'do not include a line that does not hold its call: the key opens it first',
      },
      { file: planKeys, title: anyKeys },
      {
        file: 'e2e/chat-plan.spec.ts',
        title: 'of many calls none is allowed with the others before it was in view',
      },
    ],
  },
  {
    id: 'unseen.alike',
    attacker: 'model',
    tries:
      'Puts other calls beside one that the person allows for longer, so that they are allowed with it unread.',
    stoppedBy:
      'Only calls that were in view, each by the hash of what its row drew; main allows those of the same pinned tool, or of tools declared read-only, without a warning, once each.',
    remains:
      'Only the page knows what was in view; a page with hostile script can claim that all of it was.',
    tests: [
      {
        file: 'packages/host/src/chat/approvals/grants/answer-with-consent.test.ts',
        title:
          'a lasting answer with calls that were in view › allows those that the permission covers, and no other one',
      },
      {
        file: 'apps/desktop/src/main/consent/page-guard.test.ts',
        title:
          'takes a lasting permission with other calls only half a second after the last of them',
      },
    ],
  },
  {
    id: 'unseen.waived-in-a-plan',
    attacker: 'model',
    tries:
      'Puts a call that changes or destroys something among many that read, so that it is allowed unopened with them.',
    stoppedBy:
      'Unopened calls are allowed only by a button whose words count them. Main refuses the whole answer when one of them is not declared read-only, is declared destructive, or has a warning or text from elsewhere, whatever the page claims. The record of each keeps how many were allowed so, and which.',
    remains:
      'The declaration is the server’s own: a tool that lies about it runs unopened once. Only the page knows what was in view; a page with hostile script can claim that all of it was.',
    tests: [
      {
        file: plan,
        title:
          'include unopened reads only by a button that counts them, and are named in the answer',
      },
      {
        file: together,
        title:
          'records which calls it allowed unopened, and how many, and allows none so that may change something',
      },
      {
        file: together,
        title:
          'allows no call unopened that is not declared read-only, or with a warning, whatever the window claims',
      },
    ],
  },
  {
    id: 'unseen.stalled-asks',
    attacker: 'model',
    tries:
      'Proposes so many or so large calls that the keys of the card stop working, and the person allows all to be rid of them.',
    stoppedBy:
      'No key of a plan is dead: one that decides nothing scrolls to what is unread or says why. Shift+Esc denies all by one press, wherever the list and the chat are scrolled to, and from any field.',
    tests: [
      { file: planKeys, title: anyKeys },
      {
        file: plan,
        title:
          'also from a field in which a reason is being written, and while the card is out of view',
      },
      {
        file: approval,
        title:
          'says why a key allows nothing: too soon, folded, or not in view, where it scrolls to it',
      },
    ],
  },
  {
    id: 'unseen.other-order',
    attacker: 'model',
    tries:
      'Relies on a later call of a step that runs before an earlier one, so that what was allowed has another effect.',
    stoppedBy:
      'A call that the person allowed starts once every earlier one that was allowed before it has ended; only calls that are declared read-only overlap each other.',
    tests: [
      {
        file: 'packages/host/src/chat/tool-calls/call-order.test.ts',
        title:
          'calls that were allowed together run in the order of the model, and only those that read side by side',
      },
    ],
  },
  {
    id: 'unseen.granted-in-the-card',
    attacker: 'server',
    tries:
      'Has a tool that does harm allowed for a chat by one press in its card, without the consent window.',
    stoppedBy:
      'Main asks in the window unless the tool declares that it is neither destructive nor open-world (a missing hint counts as both), its definition and server are pinned, and there is no warning. The permission is for this chat, this definition and this server.',
    remains:
      'The declaration is the server’s own. Script in the page that rides on a press can give such a permission.',
    tests: [
      {
        file: 'packages/host/src/chat/approvals/grants/answer-with-consent.test.ts',
        title:
          'allows one pinned tool in this chat that is declared neither destructive nor open-world, without a window',
      },
      {
        file: 'packages/host/src/chat/approvals/grants/answer-with-consent.test.ts',
        title: 'needs the hash of what the card showed',
      },
    ],
  },
  {
    id: 'unseen.plan-from-the-page',
    attacker: 'page',
    tries:
      'Answers many calls with one press: of several steps or chats, with other arguments, for longer than once.',
    stoppedBy:
      'Main answers together only calls of one step that wait, as they were proposed and for this once, and compares the hash of each before any is answered; no press decides twice.',
    remains:
      'Script that rides on a press can allow all calls of one step as the model proposed them.',
    tests: [
      { file: together, title: 'allows no calls of two steps or chats together' },
      {
        file: together,
        title: 'allows nothing when the window showed one of them as something else',
      },
      {
        file: 'apps/desktop/src/main/consent/page-guard.test.ts',
        title: 'takes no second decision from the press of a first, about several calls or one',
      },
      {
        file: 'apps/desktop/src/main/consent/page-guard.test.ts',
        title: 'takes one decision about several calls only half a second after the last of them',
      },
    ],
  },
  {
    id: 'unseen.sampling-words',
    attacker: 'server',
    tries:
      'Puts orders for the model where the card of a sampling request cuts or leaves out: the title of a tool without a description, a long name, the parameters of a media type.',
    stoppedBy:
      'The model gets no title, and of a media type its bare name; names and ids stand on the card in full. One request has a mark in each of its texts: what the model gets of them and what the card shows are compared.',
    tests: [
      {
        file: 'packages/host/src/server-requests/sampling-run.test.ts',
        title: 'sends a model no text of a request that its card does not have to show in full',
      },
      {
        file: 'packages/ui/src/features/asks/sampling/sampling-unseen.test.tsx',
        title:
          'every text that a model would get stands on the card in full before the request runs',
      },
      {
        file: 'packages/ui/src/features/asks/sampling/sampling-unseen.test.tsx',
        title:
          'the name and the id of a call in an answer stand in full before the server gets them',
      },
    ],
  },
  {
    id: 'unseen.selectors',
    attacker: 'model',
    tries:
      'Carries data out in an approved call by variation selectors and joiners that change nothing that is drawn: any number of them after a digit or an emoji.',
    stoppedBy:
      'A selector is ordinary once after an emoji and in a keycap, a joiner between two emoji or two letters of a script that joins; every other one, and every format control, is a chip with its code point.',
    tests: [
      {
        file: hidden,
        title: 'shows a selector after a digit that is not a keycap, and each after the first',
      },
      {
        file: hidden,
        title:
          'shows every character that Unicode lets nobody draw, and every format control but visible signs',
      },
      { file: hidden, title: 'shows joiners and selectors that join nothing' },
    ],
    remains:
      'One selector after each emoji, and a joiner between emoji or letters that do not join, are as ordinary text has them: with them each emoji or letter can carry one bit.',
  },
  {
    id: 'unseen.draft',
    attacker: 'server',
    tries:
      'Puts orders in invisible characters into a prompt that the person uses, so that they are sent with the draft.',
    stoppedBy:
      'Below the composer, and below the editor of a message, stands what its text holds unseen, with its number, and a button takes it out.',
    tests: [
      {
        file: 'packages/ui/src/features/chat/markdown/hidden-characters-note.test.tsx',
        title: 'what a draft holds unseen is shown below it, and one press takes it out',
      },
      {
        file: 'packages/ui/src/features/chat/transcript/user-row.test.tsx',
        title: 'what a message holds unseen is shown below its editor, and one press takes it out',
      },
    ],
    remains: 'It is shown, not refused: a person who does not look sends it.',
  },
]
