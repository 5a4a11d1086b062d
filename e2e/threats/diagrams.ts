import type { Threat } from './threat.ts'

const hostile = 'e2e/chat-diagrams-hostile.spec.ts'
const readDrawn = 'apps/desktop/src/main/diagrams/read-drawn.test.ts'
const queue = 'apps/desktop/src/main/diagrams/diagram-queue.test.ts'
const fence = 'packages/ui/src/features/chat/diagrams/diagram-fence.test.tsx'

/** Attacks by a text that is drawn as a diagram. */
export const threats: Threat[] = [
  {
    id: 'diagrams.markup',
    attacker: 'model',
    tries:
      'To run script, load from a network or place a link by the labels, styles, callbacks or settings of a diagram.',
    stoppedBy:
      'It is drawn when the person asks, in a page without network, storage, bridge or origin, where no setting of the text has an effect; the window gets a picture of it.',
    tests: [
      {
        file: hostile,
        title:
          'nothing in the text of a diagram runs, loads or links, and its picture is all there is of it',
      },
      {
        file: fence,
        title: 'a diagram is code until the person asks for it, and code again when they want',
      },
      { file: fence, title: 'no diagram is offered while its code still grows' },
    ],
    remains:
      'A picture can look like anything, as any picture can: it stands in the frame of its code, under its language.',
  },
  {
    id: 'diagrams.way-out',
    attacker: 'model',
    tries:
      'To break what draws diagrams, and from there to reach the window, main, the disk, a network or the next diagram.',
    stoppedBy:
      'Its page has no bridge, no preload script, no origin and a session of its own, may load its script alone, and its process ends with the diagram.',
    tests: [
      {
        file: hostile,
        title: 'what draws a diagram has no way out of its page, whatever runs in it',
      },
      {
        file: queue,
        title: 'each diagram has a process of its own, one after the other, which ends with it',
      },
      {
        file: queue,
        title: 'a page that is gone leaves no process behind, and nothing that waits is begun',
      },
    ],
  },
  {
    id: 'diagrams.lies',
    attacker: 'model',
    tries:
      'To have what draws diagrams hand the window a huge picture, markup or endless words in place of a diagram.',
    stoppedBy:
      'Main takes a still PNG alone that is as large as it says and within limits, or words, cut; the window draws them as it draws any picture and any hostile text.',
    tests: [
      {
        file: hostile,
        title: 'a page that draws and lies gets neither a huge picture nor markup into the window',
      },
      { file: readDrawn, title: 'the words of the parser are cut' },
      { file: readDrawn, title: 'a picture as large as it says goes to the window' },
    ],
  },
  {
    id: 'diagrams.slow',
    attacker: 'model',
    tries: 'To freeze the window, or a processor, by a diagram that takes minutes to draw.',
    stoppedBy:
      'It is drawn in a process of its own, which main ends after three seconds; one is drawn at a time, and ten wait at most.',
    tests: [
      {
        file: hostile,
        title:
          'a diagram that would take minutes is ended, and the window stays responsive meanwhile',
      },
      {
        file: queue,
        title: 'a diagram that takes too long is ended, and the next one is drawn',
      },
      { file: queue, title: 'only so many wait' },
    ],
    remains: 'For these seconds it may use one processor.',
  },
  {
    id: 'diagrams.memory',
    attacker: 'model',
    tries: 'To take all memory of the machine by a line that stands for millions of parts.',
    stoppedBy:
      'Main looks ten times a second how much the process has, and ends one with more than 240 MB.',
    tests: [
      {
        file: hostile,
        title: 'a diagram that would take all memory is ended, and the next one is drawn',
      },
    ],
    remains: 'Between two looks it may take more, as fast as the machine gives it.',
  },
  {
    id: 'diagrams.others',
    attacker: 'page',
    tries: 'To end the diagrams of other windows by going away.',
    stoppedBy: 'A diagram ends with the page that asked for it, and with no other.',
    tests: [
      {
        file: queue,
        title: 'a page that is gone takes nothing from the diagrams of other windows',
      },
    ],
    remains:
      'One is drawn at a time for all windows, so that many of one make those of others wait.',
  },
  {
    id: 'diagrams.unasked',
    attacker: 'page',
    tries: 'To have diagrams drawn that no one asked for, one after the other, without a press.',
    stoppedBy:
      'Drawing acts for no one: it gives the page a picture of a text that it has, sends nothing, reads and keeps nothing, and what draws has no rights to gain; one is drawn at a time, and each is ended by the same limits.',
    tests: [
      {
        file: hostile,
        title: 'what draws a diagram has no way out of its page, whatever runs in it',
      },
      {
        file: queue,
        title: 'each diagram has a process of its own, one after the other, which ends with it',
      },
      { file: queue, title: 'only so many wait' },
    ],
    remains:
      'As long as such a page is there it can keep one more processor busy, with up to 240 MB, and the diagrams of other windows waiting. A press would not bound that: a diagram is drawn again without one when the theme changes.',
  },
  {
    id: 'diagrams.hidden',
    attacker: 'model',
    tries: 'To show in a picture what its code, read with care, does not say.',
    stoppedBy: 'Code with characters that cannot be seen is not drawn, and says why.',
    tests: [{ file: fence, title: 'code that hides characters is not drawn, and says why' }],
    remains:
      'A diagram can be arranged, or coloured, so that parts of it are hard to read; its code is one press away.',
  },
]
