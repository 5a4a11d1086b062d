import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { KitProvider } from '../../../kit/index.ts'
import { BridgeProvider } from '../../../lib/bridge/bridge.tsx'
import { LanguageProvider } from '../../../lib/words/i18n.ts'
import { createSampleBridge } from '../../../lib/samples/sample-bridge.ts'
import { LinkChat } from './link-chat.ts'
import { MarkdownImage, MarkdownLink } from './markdown-link.tsx'

afterEach(cleanup)

function show(words: React.ReactNode, href: string) {
  return draw(<MarkdownLink href={href}>{words}</MarkdownLink>)
}

function draw(link: React.ReactNode) {
  const bridge = createSampleBridge({})
  render(
    <BridgeProvider bridge={bridge}>
      <LanguageProvider locale="en">
        <KitProvider>
          <LinkChat value="c1">{link}</LinkChat>
        </KitProvider>
      </LanguageProvider>
    </BridgeProvider>,
  )
  return () => bridge.requests.filter(({ route }) => route === 'app.open-link')
}

/** @threat shown.link-words */
it('shows the real host of a link whose words claim another, and tells main of the doubt', async () => {
  const opened = show(
    <>
      <strong>github</strong>.com
    </>,
    'https://evil.example.net/login',
  )
  expect(screen.getByTestId('link-host').textContent).toBe('evil.example.net')
  expect(opened()).toEqual([])
  fireEvent.click(screen.getByRole('link'))
  const input = {
    url: 'https://evil.example.net/login',
    conversationId: 'c1',
    doubt: 'other-host',
  }
  await waitFor(() => expect(opened()).toMatchObject([{ input }]))
})

it('opens a link once for a double click, and not for the button of the menu', async () => {
  const opened = show('the documentation', 'https://example.com/docs')
  const link = screen.getByRole('link')
  fireEvent.click(link, { detail: 1 })
  fireEvent.click(link, { detail: 2 })
  fireEvent(link, new MouseEvent('auxclick', { bubbles: true, button: 2 }))
  await waitFor(() => expect(opened()).toHaveLength(1))
  expect(opened()).toMatchObject([{ input: { url: 'https://example.com/docs' } }])
})

it('opens a link at once whose words claim nothing', async () => {
  const opened = show('the documentation', 'https://example.com/docs')
  expect(screen.queryByTestId('link-host')).toBeNull()
  fireEvent.click(screen.getByRole('link'))
  await waitFor(() => expect(opened()).toHaveLength(1))
})

it('says where a picture is that is not loaded, the whole host and port', () => {
  draw(<MarkdownImage src="https://pictures.example.net:8443/a.png" alt="The chart" />)
  expect(screen.getByRole('link').textContent).toBe(
    'Image not loaded: The chartpictures.example.net:8443',
  )
  expect(document.querySelector('img')).toBeNull()
})

it.each([
  'https://example.com/docs',
  `https://${'long-label.'.repeat(12)}example.com/docs`,
  'https://xn--gthub-n4a.com/docs',
])('shows the host of %s at once in a hint, uncut, before anything else', (address) => {
  show('the documentation', address)
  expect(screen.queryByTestId('link-hint-host')).toBeNull()
  fireEvent.pointerEnter(screen.getByRole('link'))
  const hint = screen.getByTestId('link-hint-host')
  expect(hint.textContent).toBe(new URL(address).host)
  expect(hint.className).toContain('wrap-anywhere')
  expect(hint.nextSibling?.textContent).toBe(address)
  fireEvent.pointerLeave(screen.getByRole('link'))
  expect(screen.queryByTestId('link-hint-host')).toBeNull()
})

/** @threat shown.link-words */
it('shows the host of a picture whose words claim another, and tells main of the doubt', async () => {
  const opened = draw(
    <MarkdownImage src="https://evil.example.net/?stolen=1" alt="https://github.com/login" />,
  )
  expect(screen.getByTestId('link-host').textContent).toBe('evil.example.net')
  fireEvent.click(screen.getByRole('link'))
  await waitFor(() => expect(opened()).toMatchObject([{ input: { doubt: 'other-host' } }]))
})

it('opens a picture at once whose words claim nothing', async () => {
  const opened = draw(<MarkdownImage src="https://example.com/chart.png" alt="The chart" />)
  expect(screen.queryByTestId('link-host')).toBeNull()
  fireEvent.click(screen.getByRole('link'))
  await waitFor(() => expect(opened()).toHaveLength(1))
})
