export const pictures = {
  size: '{{width}} × {{height}}',
  /** Of a larger picture, or of one in another format: `4032 × 3024, sent as 1568 × 1176 JPEG, 310 kB`. */
  sentAs: '{{file}}, sent as {{size}} {{format}}, {{bytes}}',
  firstFrame: 'first of {{number}} images',
  firstPage: 'page 1 of {{number}}',
  removed: 'metadata removed',
  removedLocation: 'location removed',
  kept: 'with metadata',
  keptLocation: 'with location',
  choice: {
    form: 'Send as',
    picture: 'Image of the drawing',
    source: 'Its source text',
    size: 'Size to send',
    fitted: 'Fitted to the model',
    full: 'As large as possible',
    metadata: 'Send location, camera and other metadata',
    metadataNote: 'The file on this computer stays as it is.',
    redrawn: 'This image was drawn again, so no location, camera or other metadata is sent.',
  },
}
