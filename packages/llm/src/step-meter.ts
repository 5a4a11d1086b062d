import { STEP_LIMITS } from '@gatehouse/domain'
import { groupedDigits } from '@gatehouse/domain/text'
import type { GatehouseError } from '@gatehouse/domain'
import { modelFailed } from './errors/model-error.ts'
import type { Target } from './target.ts'

/** Counts what an answer holds, and ends one that has no end. */
export interface StepMeter {
  /** The part of a piece of text or reasoning that is within the limit. */
  text(piece: string): string
  /** Characters of one call's arguments so far, and how many more came. Throws `model/failed` (`too-much`). */
  input(known: number, more: number): void
  /** Set once text was cut. */
  readonly full: GatehouseError | undefined
}

/** The answer was ended because it did not end by itself. */
export function responseTooLarge(target: Target, what: string): GatehouseError {
  return modelFailed({
    code: 'too-much',
    message: `${target.host} sent ${what}, so the answer was ended there. What came is kept; continue to let the model go on.`,
  })
}

export function createStepMeter(target: Target): StepMeter {
  let characters = 0
  let inputs = 0
  let full: GatehouseError | undefined
  return {
    get full() {
      return full
    },
    text(piece) {
      const room = STEP_LIMITS.characters - characters
      characters += piece.length
      if (piece.length <= room) return piece
      full = responseTooLarge(
        target,
        `more than ${groupedDigits(STEP_LIMITS.characters)} characters in one step`,
      )
      return withoutHalfPair(piece.slice(0, room))
    },
    input(known, more) {
      inputs += more
      if (known + more > STEP_LIMITS.callCharacters)
        throw responseTooLarge(target, 'a tool call with more than 1 MB of arguments')
      if (inputs > STEP_LIMITS.inputCharacters)
        throw responseTooLarge(target, 'tool calls with more than 4 MB of arguments in one step')
    },
  }
}

function withoutHalfPair(text: string): string {
  const last = text.charCodeAt(text.length - 1)
  return last >= 0xd800 && last <= 0xdbff ? text.slice(0, -1) : text
}
