import type { JsonObject, JsonValue } from '@gatehouse/domain'
import type { Answer, WrittenCall } from './answer.ts'
import { unshownMedia, type AnswerReader } from './answer-reader.ts'
import { isEmptyValue, numberOf, objectOf, objectsOf, stringOf, wordOf } from '../fields.ts'
import { endOfReason } from './step-end.ts'

/** Reads `generateContent` (https://ai.google.dev/api/generate-content), streamed, as a list, or whole. */
export class GeminiReader implements AnswerReader {
  readonly #answer: Answer
  /** The token with which the answer continues in another request. */
  #continuation: string | undefined
  /** Number of the block that is open, or was last. */
  #block = 0
  #open: 'text' | 'reasoning' | undefined
  /** The call whose arguments come in pieces. */
  #partial: WrittenCall | undefined
  /** Usage of the requests before this one. */
  #before = { input: 0, output: 0 }
  #usage = { input: 0, output: 0 }

  constructor(answer: Answer) {
    this.#answer = answer
  }

  holdsAnswer(event: JsonObject): boolean {
    return !isEmptyValue(event['candidates'])
  }

  read(event: JsonObject): void {
    const body = objectOf(event['response']) ?? event
    this.#takeUsage(objectOf(body['usageMetadata']))
    const blocked = wordOf(objectOf(body['promptFeedback'])?.['blockReason'])
    if (blocked !== undefined && blocked !== 'BLOCK_REASON_UNSPECIFIED')
      this.#answer.end({ kind: 'filtered', reason: blocked })
    for (const candidate of objectsOf(body['candidates'])) this.#readCandidate(candidate)
  }

  finish(): void {}

  takeContinuation(): string | undefined {
    const token = this.#continuation
    this.#continuation = undefined
    this.#before = this.#usage
    return token
  }

  #readCandidate(candidate: JsonObject): void {
    const { content, finishReason: reason, continuationToken: token } = candidate
    const parts = objectOf(content)?.['parts']
    const isList = isEmptyValue(parts) || typeof parts === 'object'
    if ((!isEmptyValue(content) && !objectOf(content)) || !isList)
      throw this.#answer.damaged(candidate)
    for (const part of objectsOf(parts)) this.#readPart(part)
    this.#continuation = wordOf(token) ?? this.#continuation
    this.#answer.end(reason === 'CONTINUATION' ? { kind: 'length', reason } : endOfReason(reason))
  }

  #readPart(part: JsonObject): void {
    const { text, functionCall, inlineData } = part
    if (!isEmptyValue(functionCall)) {
      this.#open = undefined
      if (!this.#takePieces(objectOf(functionCall) ?? {}))
        this.#readCall(functionCall, wordOf(part['thoughtSignature']))
    } else if (typeof text === 'string') this.#readText(text, part)
    else if (!isEmptyValue(text)) throw this.#answer.damaged(part)
    else if (objectOf(inlineData)) {
      const media = wordOf(objectOf(inlineData)?.['mimeType']) ?? 'a file'
      this.#readText(unshownMedia(media), {})
    }
  }

  #readText(text: string, part: JsonObject): void {
    const signature = wordOf(part['thoughtSignature'])
    const data =
      signature === undefined ? {} : { data: { google: { thoughtSignature: signature } } }
    const type = part['thought'] === true ? 'reasoning' : 'text'
    if (text !== '') {
      if (this.#open !== type) this.#block += 1
      this.#open = type
      this.#answer[type](text, { key: String(this.#block), ...data })
    } else if (signature !== undefined) {
      // A signature without words belongs to the text before it, or stands by itself.
      if (this.#open === 'text') return this.#answer.text('', { key: String(this.#block), ...data })
      this.#block += 1
      this.#answer[type]('', { key: String(this.#block), ...data })
      this.#open = undefined
    }
  }

  /** Takes arguments in pieces, which are never asked for: a call that comes so is unusable, and its size counts. */
  #takePieces({ name, willContinue, partialArgs }: JsonObject): boolean {
    if (this.#partial && isEmptyValue(name) && isEmptyValue(willContinue)) {
      this.#partial = undefined
      return true
    }
    if (willContinue !== true && !Array.isArray(partialArgs)) return false
    this.#partial ??= this.#answer.startCall({ name: wordOf(name) })
    this.#partial.isIncomplete = true
    for (const piece of objectsOf(partialArgs))
      this.#answer.addInput(this.#partial, stringOf(piece['stringValue']) ?? '')
    return true
  }

  /** A call comes whole, in one part. */
  #readCall(value: JsonValue | undefined, signature: string | undefined): void {
    const given = objectOf(value)
    const name = wordOf(given?.['name'])
    const args = given?.['args']
    const isReadable = isEmptyValue(args) || objectOf(args) || typeof args === 'string'
    if (!given || name === undefined || !isReadable) throw this.#answer.damaged(value)
    const call = this.#answer.startCall({ id: wordOf(given['id']), name })
    this.#answer.setInput(call, typeof args === 'string' ? args : JSON.stringify(args ?? {}))
    if (signature !== undefined)
      this.#answer.keepWithCall(call, { google: { thoughtSignature: signature } })
  }

  #takeUsage(counts: JsonObject | undefined): void {
    if (!counts) return
    const sum = (...names: string[]): number =>
      names.reduce((total, name) => total + (numberOf(counts[name]) ?? 0), 0)
    this.#usage = {
      input: this.#before.input + sum('promptTokenCount', 'toolUsePromptTokenCount'),
      output: this.#before.output + sum('candidatesTokenCount', 'thoughtsTokenCount'),
    }
    this.#answer.usage({ ...this.#usage, cached: counts['cachedContentTokenCount'] })
  }
}
