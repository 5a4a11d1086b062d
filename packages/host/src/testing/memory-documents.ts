import { GatehouseError } from '@gatehouse/domain'
import { isChosen } from '@gatehouse/domain/documents'
import type { Documents } from '../ports/index.ts'

/** Reads what follows the first line of each document as its text: one line is one page, an empty one a page without text. */
export function createMemoryDocuments(): Documents {
  return {
    read({ bytes, ranges }) {
      const [, ...lines] = new TextDecoder('utf-8', { fatal: true }).decode(bytes).split('\n')
      if (lines.includes('damaged'))
        return Promise.reject(new GatehouseError('attachment/document-damaged', 'It is damaged.'))
      const text = lines.filter((_line, at) => isChosen(ranges, at + 1)).join('\n')
      const facts = { format: 'pdf', unit: 'page', count: lines.length } as const
      const pagesWithoutText = lines.flatMap((line, at) =>
        line === '' && isChosen(ranges, at + 1) ? [at + 1] : [],
      )
      const { length: count } = pagesWithoutText
      const gaps = count > 0 ? [{ kind: 'pages-without-text' as const, count }] : []
      return Promise.resolve({ ...facts, text, gaps, pagesWithoutText })
    },
  }
}
