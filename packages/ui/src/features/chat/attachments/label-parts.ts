/** Splits the label of a file of a folder into its name and the folders before it; other labels have no folders. */
export function labelParts(label: string): { name: string; folder?: string } {
  const at = label.slice(0, -1).lastIndexOf('/')
  return at < 0 || label.endsWith('/')
    ? { name: label }
    : { name: label.slice(at + 1), folder: label.slice(0, at) }
}
