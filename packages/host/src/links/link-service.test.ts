import type { ConsentDecision, ConsentRequest } from '@gatehouse/domain'
import { proves } from '@gatehouse/testkit/proves'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Host } from '../host.ts'
import {
  allowOnce,
  answerNext,
  calls,
  createChatHarness,
  says,
  turnOver,
  type ChatHarness,
} from '../testing/chat-harness.ts'
import { stepOf } from '../testing/index.ts'

const SECRET = 'Falcon-Nightfall 7741 Zurich'
const PASSWORD = 'hunter2-Marmalade-99'

let harness: ChatHarness

beforeEach(() => {
  harness = createChatHarness()
  harness.server.call = ({ tool }) =>
    Promise.resolve({
      content: [{ type: 'text', text: tool.name === 'read' ? `Memo: ${SECRET} is ours.` : 'ok' }],
      isError: false,
    })
})

/** A chat in which the person gave a password, a server a secret, and the model these addresses in its last answer. */
async function chatWith(...addresses: string[]) {
  const { host, chat } = await harness.ready([
    stepOf(calls('c1', 'files__read')),
    stepOf(says('It is read.')),
    stepOf(says(addresses.map((address) => `See [this](${address}).`).join('\n'))),
  ])
  host.chats.send(chat.id, `My password is ${PASSWORD}. Read it`)
  await answerNext(host, allowOnce)
  await turnOver(host, chat)
  host.chats.send(chat.id, 'And now?')
  await turnOver(host, chat)
  const open = (url: string, doubt?: 'other-host') =>
    host.links.open({ url, conversationId: chat.id, ...(doubt && { doubt }) })
  return { host, chat, open }
}

function reviews() {
  return harness.consent.asked.flatMap((request: ConsentRequest) =>
    request.kind === 'link' ? [request.review] : [],
  )
}

function decide(decision: ConsentDecision): void {
  harness.consent.decision = decision
}

const records = () => harness.stores.audited.filter(({ kind }) => kind === 'link')

it('a plain short link opens at once, and is on record before it is opened', async () => {
  const url = 'https://docs.example.org/start'
  const { chat, open } = await chatWith(url)
  expect(await open(url)).toEqual({ outcome: 'opened' })
  expect(reviews()).toEqual([])
  expect(harness.links.opened).toEqual([url])
  expect(records()).toMatchObject([
    { subject: 'docs.example.org', page: url, conversationId: chat.id, outcome: 'under-way' },
    { subject: 'docs.example.org', page: url, conversationId: chat.id, outcome: 'done' },
  ])
  proves('links.receiver.recorded')
})

describe('an address that can carry something', () => {
  /** @threat links.carried-text */
  it.each([
    ['query', 'https://a.example/?q=1'],
    ['fragment', 'https://a.example/#part'],
    ['long-path', `https://a.example/${'ab/'.repeat(20)}c`],
    ['long-host', `https://${'abcdefgh.'.repeat(7)}example/`],
    ['punycode', 'https://xn--gthub-n4a.com/'],
  ])('is shown first because of its %s, and opens nothing when it is refused', async (why, url) => {
    const { open } = await chatWith(url)
    decide('cancel')
    expect(await open(url)).toEqual({ outcome: 'cancelled' })
    expect(reviews()).toMatchObject([{ url, reasons: [why] }])
    expect(harness.links.opened).toEqual([])
    expect(records()).toMatchObject([{ page: url, decision: 'cancel', outcome: 'cancelled' }])
    decide('allow')
    expect(await open(url)).toEqual({ outcome: 'opened' })
    expect(harness.links.opened).toEqual([url])
    proves('links.receiver.shape-asked')
    proves('links.receiver.exact')
  })

  it('is shown first where its words name another site', async () => {
    const url = 'https://a.example/login'
    const { open } = await chatWith(url)
    decide('cancel')
    await open(url, 'other-host')
    expect(reviews()).toMatchObject([{ reasons: ['other-host'] }])
  })

  /**
   * @threat links.of-the-page
   * @attacker page
   * @tries Has an address opened that is in no chat, or names another chat to be compared with.
   * @stoppedBy Main reads the chat itself, and shows every address that is not in the named chat. Outside of chats only
   * the app’s own pages open.
   */
  it('is shown first when the chat has no such address', async () => {
    const { open } = await chatWith('https://a.example/one')
    decide('cancel')
    await open('https://a.example/another')
    expect(reviews()).toMatchObject([{ reasons: ['not-in-chat'] }])
  })
})

const base64 = (text: string): string => btoa(text).replaceAll('=', '')
const hex = (text: string): string =>
  Array.from(text, (one) => one.charCodeAt(0).toString(16).padStart(2, '0')).join('')

describe('text of the chat in an address', () => {
  /**
   * @threat links.carried-text
   * @attacker model
   * @tries Writes a link whose address holds text of the chat, as it is, encoded, in the host or in pieces over many
   * links, so that one click sends it to any host.
   * @stoppedBy Main compares the address with all that the chat holds, and shows it whole in the consent window before
   * it opens one with text of the chat, a query, a fragment, or a long path or host. What is opened is what was shown.
   * @remains Paraphrase, translation, encryption, letters among other letters, pieces in names of sites or with words
   * between them, pieces of a chat that went before a restart, and pieces of fewer than 12 characters that nobody sees
   * as one text, up to 60 characters of path. What a model read in a picture is found only where an earlier answer has
   * it.
   */
  it.each([
    ['of a message', `https://a.example/${PASSWORD}`, 'person', PASSWORD],
    ['of a server', 'https://a.example/falcon-nightfall', 'server', 'falcon-nightfall'],
    [
      'in percent signs',
      `https://a.example/${hex(PASSWORD).replace(/../g, '%$&')}`,
      'person',
      null,
    ],
    ['in Base64', `https://a.example/${base64(PASSWORD)}`, 'person', base64(PASSWORD)],
    ['in everyday words', 'https://a.example/my-password-is', 'person', 'my-password-is'],
    ['in hex', `https://a.example/x/${hex(PASSWORD)}`, 'person', hex(PASSWORD)],
    [
      'in Base64 over segments',
      `https://a.example/${base64(PASSWORD).replaceAll(/.{5}/g, '$&/')}`,
      'person',
      `a.example/${base64(PASSWORD).replaceAll(/.{5}/g, '$&/')}`,
    ],
    ['in the host', 'https://hunter2-marmalade-99.a.example/', 'person', 'hunter2-marmalade-99'],
    ['over segments', 'https://a.example/hunter2/Marmalade/99', 'person', 'hunter2/Marmalade/99'],
  ])('%s is found, marked and named', async (...row) => {
    const [, url, kind, marked] = row
    const { open } = await chatWith(url)
    decide('cancel')
    await open(url)
    const [review] = reviews()
    expect(review).toMatchObject({ url, texts: [{ from: { kind } }] })
    expect(review?.reasons[0]).toBe('found-text')
    const parts = review?.marks.map(({ start, end }) => url.slice(start, end))
    expect(parts).toEqual([marked ?? hex(PASSWORD).replace(/../g, '%$&')])
    expect(harness.links.opened).toEqual([])
    proves('links.receiver.text-found')
  })

  /**
   * @threat links.remembered-host
   * @attacker model
   * @tries Has the person remember a host, and then links to it with text of the chat.
   * @stoppedBy A remembered host is asked about as before where text of the chat is in the address, and rules between
   * servers hold.
   */
  it('is asked about for a remembered host, whose other addresses open at once', async () => {
    const urls = [
      'https://a.example/?q=1',
      'https://a.example/?q=2',
      `https://a.example/${PASSWORD}`,
    ]
    const { host, open } = await chatWith(...urls)
    decide('allow-and-remember')
    await open(urls[0] ?? '')
    await open(urls[1] ?? '')
    expect(reviews()).toHaveLength(1)
    decide('cancel')
    await open(urls[2] ?? '')
    expect(reviews().at(-1)).toMatchObject({ reasons: ['found-text'], isRemembered: true })
    expect(host.settings().linkHosts).toMatchObject([{ origin: 'https://a.example' }])
    host.links.forgetHost('https://a.example')
    await open(urls[1] ?? '')
    expect(reviews().at(-1)).toMatchObject({ reasons: ['query'], isRemembered: false })
    const hosts = harness.stores.audited.filter(({ kind }) => kind === 'link-host')
    expect(hosts.map(({ decision }) => decision)).toEqual(['allow-always', 'none'])
    proves('links.receiver.remembered')
  })

  /** @threat links.carried-text */
  it('is found in pieces over links that were opened one after the other', async () => {
    const urls = ['hunter2-', 'Marmal', 'ade-99'].map((piece) => `https://a.example/${piece}`)
    const { open } = await chatWith(...urls)
    decide('cancel')
    for (const url of urls) await open(url)
    expect(reviews().at(-1)).toMatchObject({ reasons: ['found-text'] })
  })

  /** @threat links.carried-text */
  it('is found in encoded pieces over links that were opened one after the other', async () => {
    const urls = (PASSWORD.match(/.{1,5}/g) ?? []).map((piece) => `https://a.example/${hex(piece)}`)
    const { open } = await chatWith(...urls)
    decide('cancel')
    for (const url of urls) await open(url)
    expect(reviews().at(-1)).toMatchObject({ reasons: ['found-text'] })
    expect(harness.links.opened.length).toBeLessThan(urls.length)
  })

  it('is not the address itself, nor its bare host, where a message or result has them', async () => {
    const url = 'https://handbook.engineering.example/onboarding/laptops'
    harness.server.call = () =>
      Promise.resolve({
        content: [{ type: 'text', text: `1. ${url}\n2. https://handbook.engineering.example/x` }],
        isError: false,
      })
    const { open } = await chatWith(url)
    expect(await open(url)).toEqual({ outcome: 'opened' })
    expect(reviews()).toEqual([])
  })
})

it('a common word is in many addresses', async () => {
  const url = 'https://a.example/documentation'
  harness.server.call = () =>
    Promise.resolve({ content: [{ type: 'text', text: 'Documentation' }], isError: false })
  const { open } = await chatWith(url)
  expect(await open(url)).toEqual({ outcome: 'opened' })
})

/** @threat links.remembered-host */
it('a rule that keeps a server’s text from another holds for the pages of that one’s host', async () => {
  const url = 'https://mcp.example/falcon-nightfall'
  const { host, open } = await chatWith(url)
  const [from] = host.servers.list()
  const toId = await addHttpServer(host)
  await host.flowRules.set({ fromId: from?.config.id ?? '', toId }, 'never')
  await expect(open(url)).rejects.toMatchObject({ code: 'link/not-allowed' })
  expect(harness.links.opened).toEqual([])
  expect(reviews()).toEqual([])
  expect(records()).toMatchObject([{ by: { kind: 'flow-rule' }, outcome: 'denied' }])
  proves('links.receiver.rules')
})

async function addHttpServer(host: Host): Promise<string> {
  const review = await host.servers.review({
    name: 'away',
    transport: { kind: 'http', url: 'https://mcp.example/mcp', headers: [] },
    protocol: 'auto',
    start: 'demand',
    requestTimeoutMs: 60_000,
  })
  await host.servers.save(review.id, false)
  return host.servers.list().find(({ config }) => config.name === 'away')?.config.id ?? ''
}

it('a second press while the window is open asks no second time', async () => {
  const url = 'https://a.example/?q=1'
  const { open } = await chatWith(url)
  decide('allow')
  await Promise.all([open(url), open(url)])
  expect(reviews()).toHaveLength(1)
  expect(harness.links.opened).toEqual([url])
})

/** @threat links.of-the-page */
it('opens nothing when the chat was deleted while the window was open', async () => {
  const url = 'https://a.example/?q=1'
  const { host, chat, open } = await chatWith(url)
  harness.consent.ask = () => {
    host.conversations.remove(chat.id)
    return Promise.resolve('allow')
  }
  await expect(open(url)).rejects.toMatchObject({ code: 'chat/not-found' })
  expect(harness.links.opened).toEqual([])
})

/** @threat links.carried-text */
it('a file that is attached counts as text of the chat', async () => {
  const url = 'https://a.example/Quarterly-Kestrel'
  const { host, chat } = await harness.ready([stepOf(says(`Look: ${url}`))])
  const file = new TextEncoder().encode('The Quarterly Kestrel figures')
  const added = await host.attachments.attachFile(chat.id, {
    name: 'notes.txt',
    mimeType: 'text/plain',
    bytes: file,
  })
  host.chats.send(chat.id, 'Read', [added.id])
  await turnOver(host, chat)
  decide('cancel')
  await host.links.open({ url, conversationId: chat.id })
  expect(reviews()).toMatchObject([{ texts: [{ from: { kind: 'file', name: 'notes.txt' } }] }])
})

it('keeps no word of a link in a temporary chat', async () => {
  const url = `https://a.example/${PASSWORD}`
  const { host } = await chatWith(url)
  const chat = host.conversations.createTemporary()
  decide('cancel')
  await host.links.open({ url, conversationId: chat.id })
  expect(records().at(-1)).toMatchObject({ isTemporary: true, subject: '' })
  expect(JSON.stringify(records().at(-1))).not.toContain('hunter2')
})

/** @threat links.of-the-page */
it('opens the app’s own pages at once, and no other page that is in no chat', async () => {
  const { host } = await chatWith('https://a.example/')
  decide('cancel')
  const own = 'https://console.aws.amazon.com/bedrock/home#/api-keys'
  await host.links.open({ url: own, conversationId: null })
  await host.links.open({ url: 'https://a.example/', conversationId: null })
  expect(harness.links.opened).toEqual([own])
  expect(reviews()).toMatchObject([{ reasons: ['not-in-chat'] }])
})
