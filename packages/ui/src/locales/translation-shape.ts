/**
 * The shape a translation must have to match English: the same keys, each a string. English plural
 * keys (`files_one`, `files_other`) need only those endings that the other language has.
 */
export type TranslationOf<T> = {
  [K in keyof T as K extends `${string}_one` ? never : K]: T[K] extends string
    ? string
    : TranslationOf<T[K]>
} & {
  [K in keyof T as K extends `${string}_one` ? K : never]?: string
}
