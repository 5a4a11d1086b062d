/** Bytes that the file of a picture may have: phones take pictures of up to 25 MB. */
export const PICTURE_BYTES = 30_000_000

/** Endings of the names of pictures, which may be larger than other files: smaller pictures are made of them. */
const ENDING = /\.(?:png|jpe?g|gif|webp|bmp|tiff?|hei[cf]|avif|svg)$/i

/** True for a name that pictures have. */
export const isPictureName = (name: string): boolean => ENDING.test(name)
