import type { Requirement } from './requirement.ts'

/** Interfaces of servers in the chat (MCP Apps). */
export const appRequirements = {
  'apps.drawn': {
    promise:
      'A server’s interface is drawn in the chat once its call was allowed and has its result.',
    clauses: {
      declared: 'Servers are told that interfaces are drawn.',
      approved: 'Before its call is allowed nothing of an interface is loaded.',
      data: 'The interface gets the arguments and the whole result, with what models do not see.',
      named:
        'It has a header with the server’s mark and name, and says that it is sealed and what it would need.',
      modes:
        'It fills the window or stands above the chat without loading again, and returns for a question.',
      pictured:
        'Of five the one that was used least recently is a picture of the same height, marked as not live, that runs by a press.',
      changed: 'An interface that changed is drawn after the person let it.',
      recorded:
        'Its messages are in Traffic of the server, in their order, with the rule that refused one.',
    },
  },
  'apps.asks': {
    promise: 'What an interface asks for is decided as if a model had asked for it.',
    clauses: {
      calls: 'Its tool calls are asked about in cards that name it, and recorded.',
      still: 'While a question is open it does not change its size.',
      refused:
        'After two refusals it is not asked for again, and tools for models alone are not run.',
      drafts: 'Its messages and context are put into the draft, and nothing is sent.',
      links: 'Its links are asked about with their whole address.',
    },
  },
  'apps.told': {
    promise: 'A model knows whether the person sees the interface of its call.',
    clauses: {
      model:
        'It has the text of the result, and is told with its next request that an interface did not show and why.',
    },
  },
  'apps.sealed': {
    promise: 'A hostile interface reaches no network, no other frame and no key of the person.',
    clauses: {
      network: 'It reaches no network, by no way of the browser.',
      frames: 'It reads neither the page nor the proxy, and takes the window nowhere.',
      keyboard: 'It does not keep the keyboard that it takes; the second time it ends.',
      limits: 'Navigation, large messages and floods end it, in words.',
      keys: 'The person goes in and out of it by F6.',
      processor: 'One that never rests is ended within seconds, and nothing else is.',
      storage: 'What it stored is gone once it ended.',
      attacks:
        'It opens no window, dialog, file or program, covers nothing, reaches no other view and has no permission.',
    },
  },
  'apps.servers': {
    promise: 'Published servers with interfaces work as their authors meant it.',
    clauses: {
      drawn: 'The interface of each is drawn from the result of its tool.',
      used: 'Each can be used: its controls, its calls, its wish to fill the window.',
      whole: 'Nothing that it needs is refused, other than what was not agreed to.',
    },
  },
  'apps.window': {
    promise:
      'An interface gets hosts and permissions in a window of its own alone, after the person read exactly which.',
    clauses: {
      consent: 'The consent window names each host and permission, the server and the page.',
      named: 'The window says above the view whose it is and what it has.',
      network:
        'The view reaches the agreed hosts through main, and no other host by any way of the browser.',
      recorded: 'Each of its requests is in Traffic of the server, refused ones too.',
      remembered: 'The same page of the same server with the same set is not asked about again.',
      changed: 'Another set or page is asked about again, with what is new and gone.',
      ended: 'It ends with its place in the chat, and nothing that it stored is left.',
      attacks:
        'It opens no window, dialog, file or program, goes nowhere, and has no permission that was not agreed to.',
      setting: 'Interfaces can be set to have windows of their own, and to be given nothing.',
    },
  },
} as const satisfies Record<string, Requirement>
