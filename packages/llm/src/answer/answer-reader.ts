import type { JsonObject } from '@gatehouse/domain'

/** Reads the events of one API into an answer. One reader reads one answer. */
export interface AnswerReader {
  /** True for an event with a part of an answer, so that an odd field of it is no error of the provider. */
  holdsAnswer(event: JsonObject): boolean
  /** Takes one event; fields that are not used may hold anything. Throws `model/failed` for a used one that is damaged. */
  read(event: JsonObject, name: string): void
  /** Gives out the text that is held back, at whatever end. */
  flush?(): void
  /** Checks at the end that every part has what it needs. */
  finish(): void
  /** Returns the token with which the answer continues in another request, once. */
  takeContinuation?(): string | undefined
}

/** Returns the words for media in an answer, which has no place for them. */
export const unshownMedia = (media: string): string =>
  `[The model sent ${media}, which cannot be shown.]`
