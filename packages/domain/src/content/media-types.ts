/** Sound that is played; anything else that claims to be sound is not. */
const PLAYED = new Set([
  'audio/aac',
  'audio/flac',
  'audio/mp3',
  'audio/mp4',
  'audio/mpeg',
  'audio/ogg',
  'audio/wav',
  'audio/wave',
  'audio/webm',
  'audio/x-m4a',
  'audio/x-wav',
])

/** A media type that a player may be given, without its parameters; `null` for any other. */
export function playableMediaType(mimeType: string): string | null {
  const type = mimeType.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  return PLAYED.has(type) ? type : null
}

/** As long as the card shows it. */
const PLAIN_MEDIA_TYPE = /^(?=.{1,50}$)[a-z]+\/[a-z\d][\w.+-]*$/i

/** A media type as a model may get it: bare and short, as it stands beside the media on a card. */
export function bareMediaType(mimeType: string): string {
  const [bare = ''] = mimeType.slice(0, 100).split(';')
  return PLAIN_MEDIA_TYPE.test(bare.trim()) ? bare.trim() : 'unknown type'
}
