import type { DocumentGap, PartRange } from '@gatehouse/domain/documents'

/** A document as it is to be read. */
export interface Reading {
  bytes: Uint8Array
  /** Chosen units; undefined: all. */
  ranges?: readonly PartRange[] | undefined
}

export type { ReadDocument } from '@gatehouse/domain/documents'

/** Gaps that occur. */
export function gapsOf(counts: Partial<Record<DocumentGap['kind'], number>>): DocumentGap[] {
  return Object.entries(counts).flatMap(([kind, count]) =>
    count > 0 ? [{ kind: kind as DocumentGap['kind'], count }] : [],
  )
}
