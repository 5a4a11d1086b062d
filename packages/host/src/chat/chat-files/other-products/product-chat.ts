import { ATTACHMENT_LIMITS, type JsonObject, type JsonValue } from '@gatehouse/domain'
import type { LeftOutOfImport } from '@gatehouse/domain/chats'
import { MAX_TIMESTAMP } from '../imported-entry.ts'

/** A chat of another product, as its export file has it: messages that follow each other, with branches. */
export interface ProductChat {
  /** The product's own id; empty where the file has none. */
  id: string
  title: string
  createdAt: number
  updatedAt: number
  /** Each after the one that it follows. */
  messages: ProductMessage[]
  /** The last message of the branch that was shown; `null` = not stated. */
  currentId: string | null
  leftOut: Omit<LeftOutOfImport, 'chats'>
}

export interface ProductAttachment {
  name: string
  mimeType: string
  bytes: number
  /** `null`: the file names it, and holds nothing of it. */
  text: string | null
}

interface Place {
  id: string
  /** `null`: it begins the chat. */
  parentId: string | null
  at: number
}

export type ProductMessage = Place &
  (
    | { kind: 'person'; text: string; attachments: ProductAttachment[] }
    | { kind: 'model'; text: string; reasoning: string; model: string | null }
    | { kind: 'call'; tool: string; arguments: JsonObject }
    /** Of the call before it, or of one that the file does not have. */
    | { kind: 'result'; tool: string; text: string; isError: boolean }
  )

export const nothingLeftOut = (): ProductChat['leftOut'] => ({
  attachments: 0,
  media: 0,
  hidden: 0,
  parts: 0,
})

export function objectOf(value: JsonValue | undefined): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
}

export function listOf(value: JsonValue | undefined): JsonValue[] {
  return Array.isArray(value) ? value : []
}

/** The objects of a list. */
export function objectsOf(value: JsonValue | undefined): JsonObject[] {
  return listOf(value).flatMap((one) => {
    const object = objectOf(one)
    return object ? [object] : []
  })
}

export function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : ''
}

export function sizeOf(value: JsonValue | undefined): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0
}

/** A moment in milliseconds; 0 for one that no clock shows. */
export const momentOf = (time: number): number => (time > 0 && time <= MAX_TIMESTAMP ? time : 0)

/** The attachments within the limit of a message; counts those left out, and data that is not in the file. */
export function countAttachments(
  attachments: readonly ProductAttachment[],
  { leftOut }: ProductChat,
): ProductAttachment[] {
  const kept = attachments.slice(0, ATTACHMENT_LIMITS.count)
  leftOut.attachments += kept.filter(({ text }) => text === null).length
  leftOut.parts += attachments.length - kept.length
  return kept
}
