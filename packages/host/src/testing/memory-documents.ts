import { GatehouseError } from '@gatehouse/domain'
import { isChosen } from '@gatehouse/domain/documents'
import type { Documents } from '../ports/index.ts'

/** Reads what follows the first line of each document as its text: one line is one page. */
export function createMemoryDocuments(): Documents {
  return {
    read({ bytes, ranges }) {
      const [, ...lines] = new TextDecoder('utf-8', { fatal: true }).decode(bytes).split('\n')
      if (lines.includes('damaged'))
        return Promise.reject(new GatehouseError('attachment/document-damaged', 'It is damaged.'))
      const text = lines.filter((_line, at) => isChosen(ranges, at + 1)).join('\n')
      const facts = { format: 'pdf', unit: 'page', count: lines.length } as const
      return Promise.resolve({ ...facts, text, gaps: [] })
    },
  }
}
