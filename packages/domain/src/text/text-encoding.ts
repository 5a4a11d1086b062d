import { z } from 'zod'

/** Encodings of texts, by their labels of the WHATWG Encoding Standard; UTF-32, which it leaves out, by those of IANA. */
export const TEXT_ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'utf-32le',
  'utf-32be',
  'gb18030',
  'big5',
  'shift_jis',
  'euc-jp',
  'iso-2022-jp',
  'euc-kr',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
  'iso-8859-2',
  'iso-8859-5',
  'iso-8859-7',
  'koi8-r',
] as const

export const textEncodingSchema = z.enum(TEXT_ENCODINGS)
export type TextEncoding = z.infer<typeof textEncodingSchema>
