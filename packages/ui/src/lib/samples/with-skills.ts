import type { ServerView } from '@gatehouse/domain'

/** The same server, which if it runs also declares the extension for skills. */
export function withSkills(view: ServerView): ServerView {
  const { connection } = view
  if (connection.status !== 'ready') return view
  const { info } = connection
  const extensions = { 'io.modelcontextprotocol/skills': {} }
  const capabilities = { ...info.capabilities, extensions }
  return { ...view, connection: { ...connection, info: { ...info, capabilities } } }
}
