/** A diagram in an answer. */
export const chatDiagram = {
  show: 'Show diagram',
  drawing: 'Drawing…',
  code: 'Show code',
  name: 'Diagram',
  drawn: 'Diagram shown.',
  enlarge: 'Enlarge diagram',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  zoom: '{{percent}}%',
  unreadable: 'This diagram has an error in its code.',
  tooSlow: 'This diagram took too long to draw.',
  tooLarge: 'This diagram is too large to draw.',
  hidden: 'This code contains invisible characters, so its diagram is not shown.',
  busy: 'Other diagrams are still being drawn. Try again in a moment.',
  failed: 'This diagram could not be drawn.',
}
