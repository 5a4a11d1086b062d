import { sampleCause, sampleUrl, sampleWait } from '../../../src/lib/samples/sample-asks.ts'
import { AskStage } from '../../mocks/ask-stage.tsx'
import type { Story } from '../../story.tsx'

const long = `https://bank.example.com/pay?${Array.from({ length: 60 }, (_, index) => `field${index}=${'x'.repeat(12)}`).join('&')}`

const noBrowser = { code: 'link/failed', message: 'No browser is installed.', data: {} }

const cards = [
  { title: 'A page', ask: { ...sampleUrl(), id: 'url-plain' } },
  {
    title: 'It could not be opened',
    ask: { ...sampleUrl(), id: 'url-problem', problem: noBrowser },
  },
  {
    title: 'Letters that look like others',
    ask: { ...sampleUrl('https://www.аррӏе.com/login'), id: 'url-idn' },
  },
  {
    title: 'Not encrypted, a name before the @, a number for a name',
    ask: { ...sampleUrl('http://www.paypal.com:secret@203.0.113.7:8443/'), id: 'url-userinfo' },
  },
  {
    title: 'Hidden characters, very long',
    ask: { ...sampleUrl(`${long}\u202ephp.exe`), id: 'url-hidden' },
  },
  {
    title: 'On this computer',
    ask: { ...sampleUrl('http://localhost:3000/auth'), id: 'url-local' },
  },
  { title: 'Not a web address', ask: { ...sampleUrl('file:///etc/passwd'), id: 'url-file' } },
  {
    title: 'Waiting for the browser; one of several calls',
    ask: {
      ...sampleWait,
      causes: [
        sampleCause,
        { ...sampleCause, entryId: 'other', toolTitle: 'Search papers', conversationTitle: '' },
      ],
    },
  },
]

export const story: Story = {
  title: 'Asks: page and wait',
  group: 'Activity',
  Body: () => <AskStage cards={cards} />,
}
