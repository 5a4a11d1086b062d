/**
 * The channel on which main sends the port of a view to the window of its own. A file of its own: a preload script loads
 * no other, so no two of them may share one.
 */
export const APP_WINDOW_PORT_CHANNEL = 'gatehouse:app-window-port'
