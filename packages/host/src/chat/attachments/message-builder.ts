import type { ModelMessage, UserPart } from '../../ports/index.ts'

/** Puts parts of both roles together to messages that alternate, as some providers want them. */
export class MessageBuilder {
  readonly #messages: ModelMessage[] = []
  #parts: UserPart[] = []
  #answer: string[] = []

  /** A line of the user. */
  addText(text: string): void {
    this.add([{ type: 'text', text }])
  }

  add(parts: readonly UserPart[]): void {
    this.#endAnswer()
    this.#parts.push(...parts)
  }

  /** Something in the assistant's role. */
  answer(text: string): void {
    if (text.trim() === '') return
    this.#endParts()
    this.#answer.push(text)
  }

  messages(): ModelMessage[] {
    this.#endAnswer()
    this.#endParts()
    return this.#messages
  }

  #endParts(): void {
    if (this.#parts.length > 0) this.#messages.push(userMessage(this.#parts))
    this.#parts = []
  }

  #endAnswer(): void {
    const text = this.#answer.join('\n\n')
    if (text !== '') this.#messages.push({ role: 'assistant', parts: [{ type: 'text', text }] })
    this.#answer = []
  }
}

/** A message of texts alone is one text, which every provider takes. */
export function userMessage(parts: readonly UserPart[]): ModelMessage {
  const joined: UserPart[] = []
  for (const part of parts) {
    const last = joined.at(-1)
    if (last?.type === 'text' && part.type === 'text')
      joined[joined.length - 1] = { type: 'text', text: `${last.text}\n\n${part.text}` }
    else joined.push(part)
  }
  const [only] = joined
  if (joined.length === 1 && only?.type === 'text') return { role: 'user', text: only.text }
  return { role: 'user', parts: joined }
}
