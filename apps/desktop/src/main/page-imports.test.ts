import { expect, it } from 'vitest'
import { forgetImportsWithPages } from './page-imports.ts'

function watching() {
  const forgotten: string[] = []
  const note = forgetImportsWithPages((id) => forgotten.push(id))
  const opened = (id: string) => ({ ok: true, data: { id } }) as const
  return { forgotten, note, opened }
}

/** @threat asks.abandoned-secrets */
it('an import is forgotten with the page that began it, and with no other', () => {
  const { forgotten, note, opened } = watching()
  const [main, chat] = [new AbortController(), new AbortController()]
  note(main, 'import.open', opened('of-main'))
  note(chat, 'import.open', opened('of-chat'))
  // A page that looked, or added to it, did not begin it.
  note(chat, 'import.find', { ok: true, data: [] })
  note(chat, 'import.read-text', opened('of-main'))
  chat.abort()
  expect(forgotten).toEqual(['of-chat'])
  main.abort()
  expect(forgotten).toEqual(['of-chat', 'of-main'])
})

/** @threat asks.abandoned-secrets */
it('an import whose page went away while its files were read is forgotten at once', () => {
  const { forgotten, note, opened } = watching()
  const gone = new AbortController()
  gone.abort()
  note(gone, 'import.open', opened('late'))
  expect(forgotten).toEqual(['late'])
})

it('nothing is forgotten where none was begun', () => {
  const { forgotten, note } = watching()
  const page = new AbortController()
  note(page, 'import.open', { ok: false, error: { code: 'ipc/internal', message: '', data: {} } })
  page.abort()
  expect(forgotten).toEqual([])
})
