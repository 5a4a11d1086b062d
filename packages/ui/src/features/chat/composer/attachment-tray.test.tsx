import type { Attachment, ModelProvider } from '@gatehouse/domain'
import { ATTACHMENT_LIMITS, GatehouseError } from '@gatehouse/domain'
import type { FollowState } from '@gatehouse/domain/chats'
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { area, composerDriver, conversation, press } from '../../../testing/render-composer.tsx'
import { sampleProviders } from '../../../lib/samples/sample-chats.ts'
import { PASTED_PLACE } from '../../../lib/drafts/pasted-place.ts'
import { LONG_PASTE } from './use-file-drop.ts'

async function pass(ms = 0): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(ms))
}
const { openComposer, type } = composerDriver(pass)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const readme: Attachment = {
  kind: 'resource',
  id: 'readme',
  bytes: 62,
  tokens: 1600,
  serverId: 'research',
  serverName: 'research',
  serverHue: 1,
  uri: 'library://readme.md',
  name: 'read\u200Bme.md',
  contents: [],
}

const sales: Attachment = {
  kind: 'file',
  id: 'sales',
  bytes: 60,
  tokens: 15,
  name: 'sales.xlsx',
  mimeType: 'application/vnd.ms-excel',
  content: { type: 'text', text: '# Sheet "Q2"' },
  source: { hash: 'a'.repeat(64), bytes: 9000, mimeType: '' },
  document: {
    format: 'xlsx',
    form: 'text',
    unit: 'sheet',
    count: 3,
    names: ['Q1', 'Q2', 'Q3'],
    ranges: [{ from: 2, to: 2 }],
    characters: 60,
    gaps: [],
  },
}

describe('the tray', () => {
  it('shows what goes with the message, and exactly that is sent, without a word too', async () => {
    const { asked } = await openComposer({ attachments: [readme] })
    const chip = within(screen.getByRole('list', { name: 'Attachments' })).getByRole('listitem')
    expect(chip.textContent).toContain('readU+200Bme.md')
    expect(chip.textContent).toContain('research · ~1.6K tokens · not followed')
    area().focus()
    press('Enter')
    await pass()
    expect(asked('chat.send')).toEqual([
      { id: conversation.id, text: '', attachmentIds: ['readme'] },
    ])
  })

  it('shows the encoding that a text was read in, and reads it in another', async () => {
    const staff: Attachment = {
      kind: 'file',
      id: 'staff',
      bytes: 6,
      tokens: 2,
      name: 'staff.csv',
      mimeType: 'text/csv',
      content: { type: 'text', text: '姓名,1' },
      encoding: 'gb18030',
      source: { hash: 'a'.repeat(64), bytes: 6, mimeType: 'text/csv' },
    }
    const { asked } = await openComposer({
      attachments: [staff],
      handlers: { 'chat.read-as': () => ({ ...staff, id: 'staff-2', encoding: 'big5' }) },
    })
    const chip = within(screen.getByRole('list', { name: 'Attachments' })).getByRole('listitem')
    expect(chip.textContent).toContain('GB 18030 (GBK)')
    fireEvent.click(screen.getByRole('button', { name: 'staff.csv' }))
    fireEvent.click(screen.getByRole('combobox', { name: 'Encoding of staff.csv' }))
    await pass()
    const option = screen.getByRole('option', { name: /Big5/ })
    act(() => option.focus())
    fireEvent.keyDown(option, { key: 'Enter' })
    await pass()
    expect(asked('chat.read-as')).toEqual([
      { id: conversation.id, attachmentId: 'staff', encoding: 'big5' },
    ])
  })

  it('shows how much of a document is sent and what is left out, and reads other pages of it', async () => {
    const report: Attachment = {
      kind: 'file',
      id: 'report',
      bytes: 600,
      tokens: 150,
      name: 'report.pdf',
      mimeType: 'application/pdf',
      content: { type: 'text', text: '# Page 1' },
      source: { hash: 'a'.repeat(64), bytes: 9000, mimeType: 'application/pdf' },
      document: {
        format: 'pdf',
        form: 'text',
        unit: 'page',
        count: 12,
        characters: 600,
        gaps: [{ kind: 'pages-without-text', count: 2 }],
      },
    }
    const { asked } = await openComposer({
      attachments: [report],
      handlers: { 'chat.choose-of-document': () => ({ ...report, id: 'report-2' }) },
    })
    const chip = within(screen.getByRole('list', { name: 'Attachments' })).getByRole('listitem')
    expect(chip.textContent).toContain('PDF · 12 pages · 600 characters')
    fireEvent.click(screen.getByRole('button', { name: 'report.pdf' }))
    expect(screen.getByText('2 pages without text are not sent: they are pictures.')).toBeTruthy()
    const field = screen.getByRole('textbox', { name: 'Pages to send' })
    const apply = screen.getByRole('button', { name: 'Apply' })
    fireEvent.change(field, { target: { value: '1-13' } })
    expect(screen.getByText('Enter numbers from 1 to 12, such as 1-3, 7.')).toBeTruthy()
    expect(apply).toHaveProperty('disabled', true)
    fireEvent.change(field, { target: { value: '7, 1-3' } })
    fireEvent.click(apply)
    await pass()
    const ranges = [
      { from: 1, to: 3 },
      { from: 7, to: 7 },
    ]
    expect(asked('chat.choose-of-document')).toEqual([
      { id: conversation.id, attachmentId: 'report', form: 'text', pictures: false, ranges },
    ])
  })

  it('says that a PDF is sent as a file, and that its text is where the model takes none', async () => {
    const report: Attachment = {
      kind: 'file',
      id: 'report',
      bytes: 9000,
      tokens: 19_350,
      name: 'report.pdf',
      mimeType: 'application/pdf',
      content: { type: 'text', text: '# Page 1' },
      source: { hash: 'a'.repeat(64), bytes: 9000, mimeType: 'application/pdf' },
      document: {
        format: 'pdf',
        form: 'file',
        unit: 'page',
        count: 12,
        characters: 600,
        gaps: [{ kind: 'pages-without-text', count: 2 }],
      },
    }
    const chip = (): string | null =>
      within(screen.getByRole('list', { name: 'Attachments' })).getByRole('listitem').textContent
    const providers = (images: boolean) => ({
      'provider.list': () =>
        sampleProviders.map((provider) => ({ ...provider, models: [{ id: 'm', images }] })),
    })
    const model = { providerId: 'anthropic', modelId: 'm' }
    const { asked } = await openComposer({
      chat: { model },
      attachments: [report],
      handlers: {
        ...providers(true),
        'chat.choose-of-document': () => ({ ...report, id: 'report-2' }),
      },
    })
    expect(chip()).toContain('PDF · sent as file · 12 pages · ~19.4K tokens')
    expect(screen.queryByText(/does not take the file/)).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'report.pdf' }))
    expect(screen.getByText(/^The file itself is sent/)).toBeTruthy()
    expect(screen.queryByText(/are not sent/)).toBeNull()
    expect(screen.getByRole('combobox', { name: 'Send as' }).textContent).toContain('The file')
    fireEvent.change(screen.getByRole('textbox', { name: 'Pages to send' }), {
      target: { value: '2' },
    })
    fireEvent.click(screen.getByRole('button', { name: 'Apply' }))
    await pass()
    expect(asked('chat.choose-of-document')).toEqual([
      {
        id: conversation.id,
        attachmentId: 'report',
        form: 'text',
        pictures: true,
        ranges: [{ from: 2, to: 2 }],
      },
    ])
    cleanup()
    await openComposer({ chat: { model }, attachments: [report], handlers: providers(false) })
    expect(chip()).toContain('PDF · 12 pages · 600 characters · ~150 tokens')
    expect(
      screen.getByText(/^The text of report.pdf is sent: m does not take the file/),
    ).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'report.pdf' }))
    expect(screen.getByText(/2 pages without text are not sent/)).toBeTruthy()
    expect(screen.queryByRole('combobox', { name: 'Send as' })).toBeNull()
  })

  it('shows what is sent of a picture, and lets its size and metadata be chosen', async () => {
    const sent = { type: 'image', mimeType: 'image/jpeg' } as const
    const facts = { kind: 'file', tokens: 1600, mimeType: 'image/jpeg' } as const
    const source = { hash: 'a'.repeat(64), bytes: 3_000_000, mimeType: 'image/heic' }
    const kept = { hash: 'b'.repeat(64), bytes: 310_000, mimeType: 'image/jpeg' }
    const photo: Attachment = {
      ...facts,
      id: 'photo',
      bytes: 310_000,
      name: 'IMG_1.heic',
      content: { ...sent, kept },
      source,
      picture: {
        width: 1568,
        height: 1176,
        size: 'fitted',
        metadata: 'removed',
        hasLocation: true,
        original: { format: 'heic', width: 4032, height: 3024, bytes: 3_000_000 },
      },
    }
    const small: Attachment = {
      ...facts,
      id: 'small',
      bytes: 4000,
      name: 'small.jpg',
      content: { ...sent, kept },
      source,
      picture: { width: 320, height: 240, size: 'fitted', metadata: 'kept' },
    }
    const { asked } = await openComposer({
      attachments: [photo, small],
      handlers: { 'chat.choose-of-picture': () => ({ ...photo, id: 'photo-2' }) },
    })
    const chips = within(screen.getByRole('list', { name: 'Attachments' })).getAllByRole('listitem')
    expect(chips[0]?.textContent).toContain(
      'HEIC 4032 × 3024, sent as 1568 × 1176 JPEG, 310 kB · location removed',
    )
    expect(chips[1]?.textContent).toContain('320 × 240 · 4 kB · with metadata')
    fireEvent.click(screen.getByRole('button', { name: 'IMG_1.heic' }))
    expect(screen.getByRole('combobox', { name: 'Size to send' })).toBeTruthy()
    expect(screen.queryByRole('checkbox')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'small.jpg' }))
    expect(screen.queryByRole('combobox', { name: 'Size to send' })).toBeNull()
    fireEvent.click(screen.getByRole('checkbox'))
    await pass()
    const choice = { form: 'picture', size: 'fitted', metadata: 'removed' }
    expect(asked('chat.choose-of-picture')).toEqual([
      { id: conversation.id, attachmentId: 'small', ...choice },
    ])
  })

  it('lets sheets be ticked, of which one is always sent', async () => {
    const { asked } = await openComposer({
      attachments: [sales],
      handlers: { 'chat.choose-of-document': () => ({ ...sales, id: 'sales-2' }) },
    })
    const chip = within(screen.getByRole('list', { name: 'Attachments' })).getByRole('listitem')
    expect(chip.textContent).toContain('Excel · 1 of 3 sheets · 60 characters')
    fireEvent.click(screen.getByRole('button', { name: 'sales.xlsx' }))
    expect(screen.getByRole('checkbox', { name: 'Q2' }).getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(screen.getByRole('checkbox', { name: 'Q1' }))
    await pass()
    const ranges = [{ from: 1, to: 2 }]
    expect(asked('chat.choose-of-document')).toEqual([
      { id: conversation.id, attachmentId: 'sales', form: 'text', pictures: true, ranges },
    ])
  })

  it('says once, beside the choice, why it failed', async () => {
    await openComposer({
      attachments: [sales],
      handlers: {
        'chat.choose-of-document': () => {
          throw new GatehouseError('attachment/document-too-slow', 'Too slow.')
        },
      },
    })
    fireEvent.click(screen.getByRole('button', { name: 'sales.xlsx' }))
    fireEvent.click(screen.getByRole('checkbox', { name: 'Q1' }))
    await pass()
    const words = 'took too long and was stopped'
    expect(screen.getByRole('alert').textContent).toContain(words)
    expect(document.body.textContent.split(words)).toHaveLength(2)
  })

  it('shows what is in one, with what is hidden in it, before it is sent', async () => {
    const prompt: Attachment = {
      kind: 'prompt',
      id: 'review',
      bytes: 40,
      tokens: 10,
      serverId: 'research',
      serverName: 'research',
      serverHue: 1,
      promptName: 'review',
      title: 'Review',
      arguments: { topic: 'mcp' },
      messages: [
        { role: 'user', content: { type: 'text', text: 'Review mcp.' } },
        { role: 'assistant', content: { type: 'text', text: 'Yes\u200B, sir.' } },
      ],
    }
    await openComposer({ attachments: [prompt] })
    const name = screen.getByRole('button', { name: 'Review', expanded: false })
    fireEvent.click(name)
    await pass()
    const shown = screen.getByRole('group', { name: 'Review' })
    expect(name.getAttribute('aria-controls')).toBe(shown.id)
    for (const text of ['topic', 'mcp', 'Review mcp.', 'YesU+200B, sir.'])
      expect(shown.textContent).toContain(text)
    fireEvent.click(name)
    await pass()
    expect(screen.queryByRole('group', { name: 'Review' })).toBeNull()
  })

  it('says of a resource whether it is followed, and lets the person decide when it changed', async () => {
    const follows: FollowState[] = [
      { attachmentId: 'readme', state: { kind: 'followed' } },
      { attachmentId: 'later', state: { kind: 'followed', since: 1 } },
      { attachmentId: 'changed', state: { kind: 'changed', at: 1 } },
    ]
    const { bridge, asked } = await openComposer({
      attachments: ['readme', 'later', 'changed', 'none'].map((id) => ({
        ...readme,
        id,
        name: id,
      })),
      handlers: {
        'chat.follows': () => [...follows],
        'chat.read-again': () => ({ ...readme, id: 'anew' }),
      },
    })
    await pass()
    const texts = () => screen.getAllByRole('listitem').map((chip) => chip.textContent)
    expect(texts()).toEqual([
      expect.stringMatching(/· followed$/),
      expect.stringMatching(/· followed since /),
      expect.stringMatching(/Changed since it was attachedRead againKeep as it is$/),
      expect.stringMatching(/· not followed$/),
    ])
    for (const name of ['Read again: changed', 'Keep as it is: changed']) {
      fireEvent.click(screen.getByRole('button', { name }))
      await pass()
    }
    const attachment = { id: conversation.id, attachmentId: 'changed' }
    expect(asked('chat.read-again')).toEqual([attachment])
    expect(asked('chat.keep-as-read')).toEqual([attachment])
    follows.splice(0)
    bridge.emit('chat.follows-changed', {})
    await pass(10)
    expect(texts().every((text) => text?.endsWith('· not followed'))).toBe(true)
  })

  it('says before sending what the model is known not to take', async () => {
    const photo: Attachment = {
      kind: 'file',
      id: 'photo',
      bytes: 3,
      tokens: 1,
      name: 'photo.png',
      mimeType: 'image/png',
      content: {
        type: 'image',
        mimeType: 'image/png',
        kept: { hash: '0'.repeat(64), bytes: 3, mimeType: 'image/png' },
      },
    }
    const provider = (images?: boolean): ModelProvider => ({
      id: 'p1',
      kind: 'openai-compatible',
      name: 'Local',
      baseUrl: 'http://127.0.0.1:1/v1',
      local: true,
      hasKey: false,
      models: [{ id: 'blind', ...(images === undefined ? {} : { images }) }],
      createdAt: 1,
    })
    const open = (images?: boolean) =>
      openComposer({
        attachments: [readme, photo],
        chat: { model: { providerId: 'p1', modelId: 'blind' } },
        handlers: { 'provider.list': () => [provider(images)] },
      })
    await open(false)
    expect(screen.getByText(/^blind does not support photo\.png\./)).toBeTruthy()
    cleanup()
    await open()
    expect(screen.queryByText(/does not support/)).toBeNull()
  })

  it('removes one by its button, and gives the focus back to the text after the last', async () => {
    const { asked } = await openComposer({
      attachments: [readme],
    })
    const remove = screen.getByRole('button', { name: /^Remove read/ })
    remove.focus()
    fireEvent.click(remove)
    await pass()
    expect(asked('chat.detach')).toEqual([{ id: conversation.id, attachmentId: 'readme' }])
    expect(document.activeElement).toBe(area())
  })

  it('holds a message back while something is on its way, and says what did not come, with a way to ask again', async () => {
    let fail: (error: Error) => void = () => undefined
    const { asked } = await openComposer({
      handlers: {
        'chat.attach-prompt': () => new Promise<Attachment>((_done, reject) => (fail = reject)),
      },
    })
    await type('Now /')
    await type('Now /dai')
    press('Enter')
    await pass()
    expect(screen.getByText('waiting for research…')).toBeTruthy()
    press('Enter')
    await pass()
    expect(asked('chat.send')).toEqual([])
    await act(async () => fail(new GatehouseError('server/not-running', 'It stopped.')))
    await pass()
    expect(screen.getByRole('alert').textContent).toContain('not running')
    const again = screen.getByRole('button', { name: 'Attach Daily note again' })
    again.focus()
    fireEvent.click(again)
    await pass()
    const dismiss = screen.getByRole('button', { name: 'Remove Daily note' })
    expect(document.activeElement).toBe(dismiss)
    expect(asked('chat.attach-prompt')).toHaveLength(2)
    fireEvent.click(dismiss)
    await pass()
    const [first] = asked('chat.attach-prompt') as { requestId: string }[]
    expect(asked('server.cancel-request')).toEqual([{ requestId: first?.requestId }])
    expect(screen.queryByTestId('attachment-tray')).toBeNull()
  })

  it('detaches what was dismissed too late to be held back', async () => {
    let resolve: (attachment: Attachment) => void = () => undefined
    const { asked } = await openComposer({
      handlers: {
        'chat.attach-prompt': () => new Promise<Attachment>((done) => (resolve = done)),
      },
    })
    await type('/dai')
    await type('/')
    await type('/dai')
    press('Enter')
    await pass()
    fireEvent.click(screen.getByRole('button', { name: 'Remove Daily note' }))
    await act(async () => resolve(readme))
    await pass()
    expect(asked('chat.detach')).toEqual([{ id: conversation.id, attachmentId: 'readme' }])
  })

  it('gives the focus to the text when the only thing on its way is there', async () => {
    let resolve: (attachment: Attachment) => void = () => undefined
    const { asked } = await openComposer({
      handlers: { 'chat.attach-prompt': () => new Promise<Attachment>((done) => (resolve = done)) },
    })
    await type('/')
    await type('/dai')
    press('Enter')
    await pass()
    screen.getByRole('button', { name: 'Remove Daily note' }).focus()
    await act(async () => resolve(readme))
    await pass()
    expect(screen.queryByTestId('attachment-tray')).toBeNull()
    expect(document.activeElement).toBe(area())
    expect(asked('chat.detach')).toEqual([])
  })

  it('offers to add the server that a pasted text describes, and keeps the text', async () => {
    const { store } = await openComposer()
    const text = 'claude mcp add docs -- npx -y docs'
    const paste = (pasted: string) =>
      fireEvent.paste(area(), { clipboardData: { types: [], files: [], getData: () => pasted } })
    expect(paste(text)).toBe(true)
    await type(text)
    fireEvent.click(screen.getByRole('button', { name: 'Add as server…' }))
    expect(store.getState()).toMatchObject({
      overlay: { kind: 'add-server' },
      kept: { [PASTED_PLACE]: text },
    })
    await pass()
    expect(screen.queryByRole('button', { name: 'Add as server…' })).toBeNull()
    expect(area().value).toBe(text)
    paste('What is an MCP server?')
    await pass()
    expect(screen.queryByRole('button', { name: 'Add as server…' })).toBeNull()
  })

  it('attaches a long paste, and puts it into the message where the person wants that', async () => {
    const long = 'x'.repeat(LONG_PASTE)
    const pasted: Attachment = {
      kind: 'file',
      id: 'pasted',
      bytes: long.length,
      tokens: 2000,
      name: 'Pasted text.txt',
      mimeType: 'text/plain',
      content: { type: 'text', text: long },
    }
    const { asked } = await openComposer({
      attachments: [pasted],
    })
    const paste = (text: string) =>
      fireEvent.paste(area(), { clipboardData: { types: [], files: [], getData: () => text } })
    // The field itself takes what is shorter.
    expect(paste(long.slice(1))).toBe(true)
    expect(paste(long)).toBe(false)
    await pass()
    expect(asked('chat.attach-file')).toEqual([
      {
        id: conversation.id,
        name: 'Pasted text.txt',
        mimeType: 'text/plain',
        bytes: new TextEncoder().encode(long),
      },
    ])
    await type('See: ')
    fireEvent.click(screen.getByRole('button', { name: 'Pasted text.txt' }))
    fireEvent.click(screen.getByRole('button', { name: 'Insert as text' }))
    await pass()
    expect(area().value).toBe(`See: ${long}`)
    expect(asked('chat.detach')).toEqual([{ id: conversation.id, attachmentId: 'pasted' }])
  })

  it('takes files that are pasted, dropped or chosen, by their bytes, in their order', async () => {
    const { asked } = await openComposer()
    const file = (name: string, mimeType: string) => new File([name], name, { type: mimeType })
    const transfer = (files: File[], text = '') => ({
      types: ['Files'],
      files,
      getData: () => text,
      dropEffect: 'none',
    })
    fireEvent.paste(area(), { clipboardData: transfer([file('shot.png', 'image/png')]) })
    await pass()
    // A table that is copied comes with a picture of itself.
    fireEvent.paste(area(), { clipboardData: transfer([file('table.png', 'image/png')], 'a\tb') })
    fireEvent.dragEnter(window, { dataTransfer: transfer([]) })
    await pass()
    const drop = {
      dataTransfer: transfer([file('a.txt', 'text/plain'), file('b.txt', 'text/plain')]),
    }
    fireEvent.dragOver(screen.getByTestId('drop-area'), drop)
    // The window hears of no drop: main would take what was dropped for folders that are shared.
    const onDrop = vi.fn<() => void>()
    window.addEventListener('drop', onDrop)
    fireEvent.drop(screen.getByTestId('drop-area'), drop)
    window.removeEventListener('drop', onDrop)
    await pass()
    fireEvent.change(screen.getByTestId('file-input'), { target: { files: [file('c.txt', '')] } })
    await pass(5)
    expect(asked('chat.attach-file')).toMatchObject(
      ['shot.png', 'a.txt', 'b.txt', 'c.txt'].map((name) => ({
        id: conversation.id,
        name,
        bytes: new TextEncoder().encode(name),
      })),
    )
    expect(onDrop).not.toHaveBeenCalled()
  })

  it('offers to try again what may be otherwise then, and no file whose bytes are the reason', async () => {
    const refused = ['attachment/unsupported', 'attachment/too-much']
    await openComposer({
      handlers: {
        'chat.attach-file': () => {
          throw new GatehouseError(refused.shift() ?? 'attachment/empty', 'It cannot be attached.')
        },
      },
    })
    const files = [new File(['x'], 'a.zip'), new File(['x'], 'b.txt')]
    fireEvent.change(screen.getByTestId('file-input'), { target: { files } })
    await pass(20)
    expect(screen.getByRole('button', { name: 'Attach b.txt again' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Attach a.zip again' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Remove a.zip' })).toBeTruthy()
  })

  it('reads no file that is too large, and takes no more files than a message has', async () => {
    const attachments = Array.from({ length: ATTACHMENT_LIMITS.count - 2 }, (_none, at) => ({
      ...readme,
      id: `attached-${at}`,
    }))
    const { asked } = await openComposer({ attachments })
    const large = new File(['x'], 'large.bin')
    Object.defineProperty(large, 'size', { value: ATTACHMENT_LIMITS.fileBytes + 1 })
    const read = vi.spyOn(large, 'arrayBuffer')
    const small = ['a', 'b'].map((name) => new File(['x'], name))
    fireEvent.change(screen.getByTestId('file-input'), { target: { files: [large, ...small] } })
    await pass(20)
    expect(read).not.toHaveBeenCalled()
    // A search by role reads the styles of every chip.
    expect(document.querySelector('[role=alert]')?.textContent).toContain('5 MB')
    expect(asked('chat.attach-file')).toHaveLength(1)
  })
})
