import type { StoredResult } from '@gatehouse/domain'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { KitProvider } from '../../kit/index.ts'
import { BlobProvider } from './blobs.ts'
import { LanguageProvider } from '../words/i18n.ts'
import { StoredText } from './stored-text.tsx'
import { createSampleBlobs, type SampleBlobs } from '../samples/sample-blobs.ts'

afterEach(cleanup)

function textOf({ content }: StoredResult) {
  const [block] = content
  if (block?.type !== 'text' || !block.kept) throw new Error('It is not kept apart.')
  return { preview: block.text, kept: block.kept }
}

function show(blobs: SampleBlobs, text: string): () => string {
  const result = blobs.keep({ isError: false, content: [{ type: 'text', text }] })
  const { container } = render(
    <BlobProvider value={blobs}>
      <LanguageProvider locale="en">
        <KitProvider>
          <StoredText {...textOf(result)} label="Text" />
        </KitProvider>
      </LanguageProvider>
    </BlobProvider>,
  )
  return () => container.querySelector('pre')?.textContent ?? ''
}

const press = async (name: string) => {
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name }))
  })
}

it('a text that is kept apart shows its beginning, and all of it after presses, cut in no character', async () => {
  const text = `a${'漢字😀é'.repeat(60_000)}end`
  const shown = show(createSampleBlobs(), text)
  expect(shown().length).toBeLessThan(2100)
  expect(shown().endsWith('…')).toBe(true)
  await press('Show more')
  expect(text.startsWith(shown())).toBe(true)
  expect(screen.getByText(/^240 kB of/)).toBeTruthy()
  while (screen.queryByRole('button', { name: 'Show more' })) await press('Show more')
  await press('Show the rest')
  expect(shown()).toBe(text)
  expect(screen.queryByRole('button', { name: /^Show/ })).toBeNull()
})

it('a text whose file is gone keeps its beginning and says so', async () => {
  const blobs = createSampleBlobs()
  const shown = show(blobs, 'words '.repeat(3000))
  blobs.clear()
  await press('Show the rest')
  expect(shown()).toContain('words words')
  expect(screen.getByText('This part of the result is no longer on disk.')).toBeTruthy()
})
