import PostalMime, { type Address } from 'postal-mime'
import { groupedDigits } from '@gatehouse/domain/text'
import { ReadingProblem } from '../document-error.ts'
import { MarkdownWriter } from '../markdown-writer.ts'
import { readHtml } from '../read-html.ts'
import { gapsOf, type ReadDocument } from '../reading.ts'

/** A message (RFC 5322): its headers, its text, and the names of what is attached to it. */
export async function readEml(bytes: Uint8Array): Promise<ReadDocument> {
  const mail = await PostalMime.parse(bytes).catch((error: unknown) => {
    throw new ReadingProblem('damaged', error)
  })
  const writer = new MarkdownWriter()
  const headers = [
    ['From', mail.from && nameOf(mail.from)],
    ['To', namesOf(mail.to)],
    ['Cc', namesOf(mail.cc)],
    ['Date', mail.date],
    ['Subject', mail.subject],
  ]
  const lines = headers.flatMap(([name, value]) =>
    value ? [`${name}: ${value.replaceAll(/\s+/g, ' ')}`] : [],
  )
  writer.raw(lines.join('\n'))
  if (mail.text?.trim()) writer.raw(mail.text.replaceAll('\r\n', '\n'))
  else if (mail.html) readHtml(mail.html, writer)
  const attached = mail.attachments.filter(({ related }) => related !== true)
  for (const { filename, mimeType, content } of attached) {
    const size = typeof content === 'string' ? content.length : content.byteLength
    writer.raw(
      `[Attachment, not read: ${JSON.stringify(filename ?? 'without a name')}, ${mimeType}, ${groupedDigits(size)} bytes]`,
    )
  }
  return {
    format: 'eml',
    unit: 'whole',
    count: 1,
    text: writer.finish(),
    gaps: gapsOf({ attachments: attached.length, cut: writer.isFull ? 1 : 0 }),
  }
}

function nameOf({ name, address, group }: Address): string {
  if (group) return `${name}: ${namesOf(group)}`
  return name === '' ? (address ?? '') : `${name} <${address ?? ''}>`
}

const namesOf = (addresses: readonly Address[] = []): string => addresses.map(nameOf).join(', ')
