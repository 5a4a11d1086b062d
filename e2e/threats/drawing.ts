import type { Threat } from './threat.ts'

const schemaForm = 'packages/ui/src/kit/schema-form/schema-form.test.ts'
const schemaFormView = 'packages/ui/src/kit/schema-form/schema-form-view.test.tsx'
const liveUpdates = 'packages/ui/src/lib/live/live-updates.test.ts'
const markdown = 'packages/ui/src/features/chat/markdown/markdown-cost.test.tsx'
const countsLinks = (unit: string): string =>
  `counts each link that ${unit} becomes: many are drawn when the window has time, and masses are plain`
const crowded = (what: string): string =>
  `offers raw JSON in place of more controls than a window draws at once: ${what}`

/** Attacks that cost the window more than it looks: forms, links, and lists that grow by messages. */
export const threats: Threat[] = [
  {
    id: 'drawing.schema-references',
    attacker: 'server',
    tries:
      'To freeze the window by a form or tool with thousands of definitions that refer to each other.',
    stoppedBy:
      'One search settles all references, long chains and pointers are refused, and the form that a server asks for follows a bounded number of them, and keeps definitions only for fields that are filled in as JSON.',
    tests: [
      {
        file: schemaForm,
        title: 'follows references in steps that grow as the schema does, whatever refers to what',
      },
      { file: schemaForm, title: 'refuses a long chain of references after a few steps' },
      {
        file: schemaForm,
        title: 'refuses a name that stands in too many pointers, and follows no endless reference',
      },
      {
        file: 'packages/domain/src/asks/read-elicitation-form.test.ts',
        title: 'ends for references that double at every level',
      },
      {
        file: 'packages/mcp/src/features/server-requests.test.ts',
        title: 'puts no definitions before the person',
      },
    ],
  },
  {
    id: 'drawing.crowded-form',
    attacker: 'server',
    tries:
      'To freeze the window by a small schema, default or argument that opens thousands of controls.',
    stoppedBy:
      'Controls are counted before a form is drawn; beyond 400 the person edits raw JSON, with a note.',
    tests: [
      { file: schemaFormView, title: crowded('fields') },
      { file: schemaFormView, title: crowded('boxes to check') },
      { file: schemaFormView, title: crowded('required objects in each other') },
      { file: schemaFormView, title: crowded('items of a default') },
      { file: schemaFormView, title: crowded('items that a model gave') },
      { file: schemaFormView, title: crowded('shapes to choose from') },
      {
        file: schemaForm,
        title: 'looks at a bounded number of fields, however a schema multiplies itself',
      },
    ],
  },
  {
    id: 'drawing.many-links',
    attacker: 'model',
    tries: 'To freeze the window by an answer whose plain words become thousands of links.',
    stoppedBy:
      'Each address that may become a link is counted before a text is formatted, and a link makes its hint and its question only when they are wanted.',
    tests: [
      'www.a.b ',
      'http://a.b/ ',
      'a@b.co ',
      '[](http://a.b/c) ',
      '![](http://a.b)',
      '[a](/b) ',
    ].map((unit) => ({ file: markdown, title: countsLinks(unit) })),
  },
  {
    id: 'drawing.resource-updates',
    attacker: 'server',
    tries: 'To fill the window by reporting changes of ever new resources that are not followed.',
    stoppedBy:
      'Main reports only changes of resources that are watched, 64 at most, and the window keeps 200 addresses.',
    tests: [
      {
        file: 'packages/host/src/servers/lists/server-feature-cache.test.ts',
        title:
          'reports changes of what is watched and of its parts, as what is watched, and of nothing else',
      },
      {
        file: 'packages/host/src/servers/server-registry.test.ts',
        title: 'sends the window no change of a resource that nobody watches',
      },
      { file: liveUpdates, title: 'keep the newest addresses of changed resources, each once' },
    ],
  },
  {
    id: 'drawing.kept-traffic',
    attacker: 'server',
    tries: 'To fill the window by large messages or log lines while its traffic or log is open.',
    stoppedBy: 'The window keeps 8 MB of frames and 2 MB of a log for each server, as main does.',
    tests: [
      {
        file: liveUpdates,
        title: 'keep the newest 8 MB of frames, as main does, and not 2000 of any size',
      },
      {
        file: liveUpdates,
        title: 'count what is kept of a long frame, and the names that stand beside it',
      },
      { file: liveUpdates, title: 'keep the newest 2 MB of a log' },
    ],
  },
  {
    id: 'drawing.definitions',
    attacker: 'server',
    tries:
      'fills hundreds of definitions with text that is markup, commands of a terminal, links, unseen or stacked characters, a megabyte long or 10,000 levels deep: to be drawn as the app’s own, to push its buttons away, to be fetched from, or to block the window',
    stoppedBy:
      'definitions are drawn as text with invisible characters revealed, a part at a time and only what is in view; no address in them is asked; a definition that is too deep and what is beyond two megabytes of a list are left out, which the log of the server says',
    tests: [
      {
        file: 'e2e/hostile-definitions.spec.ts',
        title: '500 definitions of hostile text are drawn inert, hold nothing up and ask nobody',
      },
      {
        file: 'e2e/hostile-definitions.spec.ts',
        title:
          'a schema 10,000 levels deep and 500 descriptions of a megabyte are refused in words',
      },
    ],
  },
]
