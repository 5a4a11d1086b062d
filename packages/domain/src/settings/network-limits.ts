/** Each certificate is shown, so there are only as many as a person reads. */
export const AUTHORITY_LIMITS = { bytes: 131_072, certificates: 20, text: 1000 }
