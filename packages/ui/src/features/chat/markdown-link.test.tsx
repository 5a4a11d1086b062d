import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { KitProvider } from '../../kit/index.ts'
import { BridgeProvider } from '../../lib/bridge.tsx'
import { LanguageProvider } from '../../lib/i18n.ts'
import { createSampleBridge } from '../../lib/samples/sample-bridge.ts'
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
        <KitProvider>{link}</KitProvider>
      </LanguageProvider>
    </BridgeProvider>,
  )
  return () => bridge.requests.filter(({ route }) => route === 'app.open-link')
}

it('shows the real host of a link whose words claim another, and asks before it opens', async () => {
  const opened = show(
    <>
      <strong>github</strong>.com
    </>,
    'https://evil.example.net/login',
  )
  expect(screen.getByTestId('link-host').textContent).toBe('evil.example.net')
  fireEvent.click(screen.getByRole('link'))
  expect(opened()).toEqual([])
  expect(await screen.findByText(/opens evil\.example\.net/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Open in browser' }))
  await waitFor(() =>
    expect(opened()).toMatchObject([{ input: { url: 'https://evil.example.net/login' } }]),
  )
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

it('makes the hint with the whole address only while the pointer is on the link', async () => {
  show('the documentation', 'https://example.com/docs')
  expect(screen.queryByText('https://example.com/docs')).toBeNull()
  fireEvent.pointerEnter(screen.getByRole('link'))
  expect(await screen.findByText('https://example.com/docs', {}, { timeout: 3000 })).toBeTruthy()
  fireEvent.pointerLeave(screen.getByRole('link'))
  expect(screen.queryByText('https://example.com/docs')).toBeNull()
})

it('shows the real host of a picture whose words claim another, and asks before it opens', async () => {
  const opened = draw(
    <MarkdownImage src="https://evil.example.net/?stolen=1" alt="https://github.com/login" />,
  )
  expect(screen.getByTestId('link-host').textContent).toBe('evil.example.net')
  fireEvent.click(screen.getByRole('link'))
  expect(await screen.findByText(/opens evil\.example\.net/)).toBeTruthy()
  expect(opened()).toEqual([])
})

it('opens a picture at once whose words claim nothing', async () => {
  const opened = draw(<MarkdownImage src="https://example.com/chart.png" alt="The chart" />)
  expect(screen.queryByTestId('link-host')).toBeNull()
  fireEvent.click(screen.getByRole('link'))
  await waitFor(() => expect(opened()).toHaveLength(1))
})
