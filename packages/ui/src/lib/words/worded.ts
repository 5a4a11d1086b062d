import { createElement, type ReactElement } from 'react'
import { RevealText } from '../../kit/index.ts'
import { errorWords } from './error-words.ts'
import { useLanguage, type Language, type Namespace, type TFunction } from './i18n.ts'

/** Words that are made while they are drawn: where they are on show, they follow the language. */
export function worded<N extends Namespace>(
  namespace: N,
  make: (t: TFunction<N>, language: Language) => string,
): ReactElement {
  return createElement(Worded, {
    make: (language: Language) => make(language.words(namespace), language),
  })
}

/** Returns the words for a failed request as an element. */
export function wordedError(error: unknown): ReactElement {
  return worded('errors', (_t, language) => language.once(errorWords)(error))
}

/** A path or a name: the same in every language. */
export function verbatim(text: string): ReactElement {
  return createElement(RevealText, { text })
}

function Worded({ make }: { make: (language: Language) => string }): string {
  return make(useLanguage())
}
