import type { Threat } from './threat.ts'

const limits = 'packages/mcp/src/requests/item-limits.test.ts'
const unseen = 'packages/ui/src/features/asks/sampling/sampling-unseen.test.tsx'
const prompts = 'packages/ui/src/features/servers/features/server-prompts.test.tsx'

export const threats: Threat[] = [
  {
    id: 'parts.of-one-item',
    attacker: 'server',
    tries:
      'To freeze the window with thousands of parts in one item: arguments of a prompt, variables of a template, messages, contents.',
    stoppedBy:
      'What holds more than a form or a page can is refused in words where it is read; the rest is drawn in steps.',
    tests: [
      {
        file: limits,
        title: 'an entry or a result with more parts than a window can draw is refused in words',
      },
      {
        file: prompts,
        title: 'a prompt with many arguments draws them in steps, and leads to one that is missing',
      },
      {
        file: prompts,
        title: 'a prompt of many messages and a resource of many parts are drawn in steps',
      },
      { file: prompts, title: 'a template with many variables draws their fields in steps' },
    ],
  },
  {
    id: 'parts.of-one-sampling-request',
    attacker: 'server',
    tries:
      'To freeze the window with thousands of parts or stop sequences in one sampling request.',
    stoppedBy:
      'Of a request that is taken at all, the parts, tools and stop sequences are drawn in steps, measured in one layout, and what was not drawn counts as unseen.',
    tests: [
      {
        file: unseen,
        title:
          'parts beyond the first page of one message, and of one tool result, are shown before it runs',
      },
      {
        file: unseen,
        title: 'stop sequences beyond the first are shown before a sampling request runs',
      },
      {
        file: 'packages/ui/src/kit/fields/text-area.test.tsx',
        title: 'a text field is never made smaller to be measured',
      },
    ],
  },
]
