/** Each is a colour of `styles/code.css`. */
export const codeColors = ['keyword', 'string', 'number', 'comment', 'name', 'attribute'] as const

export type CodeColor = (typeof codeColors)[number]
