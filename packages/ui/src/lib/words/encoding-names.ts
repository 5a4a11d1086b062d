import type { TextEncoding } from '@gatehouse/domain/chats'

/** An encoding by its usual name, and languages whose texts are found in it (BCP 47). */
interface EncodingName {
  name: string
  languages: readonly string[]
}

export const encodingNames: Readonly<Record<TextEncoding, EncodingName>> = {
  'utf-8': { name: 'UTF-8', languages: [] },
  'utf-16le': { name: 'UTF-16 LE', languages: [] },
  'utf-16be': { name: 'UTF-16 BE', languages: [] },
  'utf-32le': { name: 'UTF-32 LE', languages: [] },
  'utf-32be': { name: 'UTF-32 BE', languages: [] },
  gb18030: { name: 'GB 18030 (GBK)', languages: ['zh-Hans'] },
  big5: { name: 'Big5', languages: ['zh-Hant'] },
  shift_jis: { name: 'Shift_JIS', languages: ['ja'] },
  'euc-jp': { name: 'EUC-JP', languages: ['ja'] },
  'iso-2022-jp': { name: 'ISO-2022-JP', languages: ['ja'] },
  'euc-kr': { name: 'EUC-KR', languages: ['ko'] },
  'windows-1252': { name: 'Windows-1252', languages: ['de', 'fr', 'es'] },
  'windows-1250': { name: 'Windows-1250', languages: ['pl', 'cs', 'hu'] },
  'windows-1251': { name: 'Windows-1251', languages: ['ru', 'uk', 'bg'] },
  'windows-1253': { name: 'Windows-1253', languages: ['el'] },
  'windows-1254': { name: 'Windows-1254', languages: ['tr'] },
  'windows-1255': { name: 'Windows-1255', languages: ['he'] },
  'windows-1256': { name: 'Windows-1256', languages: ['ar', 'fa'] },
  'windows-1257': { name: 'Windows-1257', languages: ['lt', 'lv', 'et'] },
  'windows-1258': { name: 'Windows-1258', languages: ['vi'] },
  'iso-8859-2': { name: 'ISO 8859-2', languages: ['pl', 'cs', 'hu'] },
  'iso-8859-5': { name: 'ISO 8859-5', languages: ['ru', 'bg', 'sr'] },
  'iso-8859-7': { name: 'ISO 8859-7', languages: ['el'] },
  'koi8-r': { name: 'KOI8-R', languages: ['ru'] },
}
