/** A value that a configuration leaves to be asked for: an input of VS Code, or a placeholder in its text. */
export interface ParsedInput {
  name: string
  kind: 'text' | 'password' | 'choice' | 'number' | 'folder' | 'file'
  description: string
  options: string[]
  fallback: string | null
  /** More about it, below its field. */
  note?: string
  /** Left empty, what it would fill is left out of the launch. */
  isOptional?: boolean
  /** Several values, one a line. */
  many?: boolean
  min?: number
  max?: number
}

/** The input of one placeholder. Its name is its place: two servers may both say `<YOUR_KEY>`. */
export function placeholderInput(
  at: string,
  { placeholder, label }: { placeholder: string; label: string },
): ParsedInput {
  const isField = label === '' || label === 'url' || label === 'command' || label === 'cwd'
  return {
    name: at,
    kind: 'text',
    description: isField ? placeholder : label,
    options: [],
    fallback: null,
  }
}
