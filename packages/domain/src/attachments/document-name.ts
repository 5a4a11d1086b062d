/** Endings of the names of documents, whose files may be larger than others: of them the text is sent. */
const ENDING = /\.(?:pdf|docx|docm|xlsx|xlsm|pptx|pptm|odt|ods|odp|epub|html?|rtf|ipynb|eml)$/i

/** True for a name that documents have. */
export const isDocumentName = (name: string): boolean => ENDING.test(name)
