/** A file's path below the folder of its skill's SKILL.md; the whole address if it is elsewhere. */
export function skillPath(skillUri: string, uri: string): string {
  const root = skillUri.slice(0, skillUri.lastIndexOf('/') + 1)
  return uri.startsWith(root) && uri.length > root.length ? uri.slice(root.length) : uri
}
