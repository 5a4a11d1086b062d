import type { FileAttachment } from '@gatehouse/domain'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useDocumentFacts } from './document-facts.ts'
import { usePictureFacts } from './picture-facts.ts'

/** Words of a file's chip: what it is, and what of it is sent. */
export function useFileFacts(): (file: FileAttachment) => string[] {
  const { bytes } = useFormats()
  const documentFacts = useDocumentFacts()
  const pictureFacts = usePictureFacts()
  return (file) => {
    if (file.document) return documentFacts(file.document)
    return file.picture ? pictureFacts(file.picture, file) : [bytes(file.bytes)]
  }
}
