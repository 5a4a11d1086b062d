import { ATTACHMENT_LIMITS } from '@gatehouse/domain'
import { isDocumentName } from '@gatehouse/domain/document-name'
import { isPictureName, PICTURE_BYTES } from '@gatehouse/domain/picture-name'

/** Bytes that a file of this name may have. */
export function limitOfName(name: string): number {
  const { documentBytes, fileBytes } = ATTACHMENT_LIMITS
  if (isPictureName(name)) return PICTURE_BYTES
  return isDocumentName(name) ? documentBytes : fileBytes
}
