/** Finds the end of a JSON value that arrives in pieces, without reading any of them again. */
export class JsonEnd {
  #depth = 0
  #isInString = false
  #isEscaped = false
  #hasBegun = false

  /** True once an object, a list or a string is closed. */
  get isReached(): boolean {
    return this.#hasBegun && this.#depth === 0 && !this.#isInString
  }

  take(piece: string): void {
    for (const character of piece) {
      if (this.#isEscaped) this.#isEscaped = false
      else if (this.#isInString) this.#takeInString(character)
      else if (character === '"') this.#isInString = this.#hasBegun = true
      else if (character === '{' || character === '[') {
        this.#hasBegun = true
        this.#depth += 1
      } else if (character === '}' || character === ']') this.#depth -= 1
    }
  }

  #takeInString(character: string): void {
    if (character === '\\') this.#isEscaped = true
    else if (character === '"') this.#isInString = false
  }
}
