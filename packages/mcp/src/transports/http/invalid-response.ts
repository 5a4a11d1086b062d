/** An HTTP answer that cannot be a protocol message: a web page, or too large. */
export class BadAnswer extends Error {
  readonly code = 'bad-answer'
  readonly contentType: string
  /** The first part of the body. */
  readonly body: string

  constructor(message: string, facts: { contentType: string; body: string }) {
    super(message)
    this.name = 'BadAnswer'
    this.contentType = facts.contentType
    this.body = facts.body
  }
}
