// The one global of every JavaScript runtime that the nouns may touch; `types` is empty here.

interface URL {
  readonly host: string
  readonly hostname: string
  readonly href: string
  readonly origin: string
  readonly pathname: string
  readonly protocol: string
  readonly search: string
}
declare const URL: { new (url: string): URL }
