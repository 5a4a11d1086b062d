/** Where a text waits that was pasted or linked, for the sheet "Add a server" to recognise it. */
export const PASTED_PLACE = 'add-server.pasted'
/** Where the path of a bundle waits that was dropped beside that sheet. */
export const DROPPED_PLACE = 'add-server.dropped'
